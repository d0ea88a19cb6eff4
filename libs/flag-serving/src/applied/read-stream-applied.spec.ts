import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readStreamApplied } from './read-stream-applied.js';

const BODY = { wait_id: randomUUID(), ack: 'q3Zb9sXkT0mVn2LrYw5hAg' };
const read = (body: unknown) => () => readStreamApplied(Buffer.from(JSON.stringify(body)));

describe('the acknowledgement of a client', () => {
  it('is read without unknown fields', () => expect(read({ ...BODY, user: 'u' })()).toEqual(BODY));

  it.each([null, [], {}, { ...BODY, wait_id: 1 }, { ...BODY, ack: 'short' }, { ...BODY, ack: ' '.repeat(22) }])(
    '%j is refused',
    (body) => expect(read(body)).toThrow(expect.objectContaining({ code: 'invalid_request' })),
  );

  it('is refused where it is no JSON', () =>
    expect(() => readStreamApplied(Buffer.from('{'))).toThrow(expect.objectContaining({ code: 'malformed_json' })));
});
