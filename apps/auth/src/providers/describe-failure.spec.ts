import { describe, expect, it } from '@jest/globals';
import { describeFailure } from './describe-failure.js';

const refused = (cause: object) => Object.assign(new Error('server responded with an error', { cause }), cause);

describe('the cause of a failed request to a provider', () => {
  it.each([
    [
      'is the certificate that is not trusted',
      new TypeError('fetch failed', { cause: new Error('unable to verify the first certificate') }),
      'fetch failed: unable to verify the first certificate',
    ],
    [
      'is the code of an error without a message',
      new TypeError('fetch failed', { cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }) }),
      'fetch failed: ECONNREFUSED',
    ],
    [
      'is the status of an answer',
      new Error('unexpected HTTP response status code', { cause: new Response(null, { status: 404 }) }),
      'unexpected HTTP response status code: status 404',
    ],
    [
      'is what the provider says, and not what it was sent',
      refused({ error: 'invalid_client', error_description: 'Bad\nsecret', state: 'a state' }),
      'invalid_client: Bad secret',
    ],
    ['is what the provider says without a description', refused({ error: 'invalid_grant' }), 'invalid_grant'],
    [
      'does not quote an answer that is no JSON',
      new Error('parsing error', { cause: new SyntaxError('Unexpected token in "a-token"') }),
      'parsing error',
    ],
    ['is unknown where nothing says it', 'text', 'unknown'],
  ])('%s', (_what, error, cause) => expect(describeFailure(error)).toBe(cause));

  it('has up to 300 characters', () => expect(describeFailure(new Error('a'.repeat(1_000)))).toHaveLength(300));
});
