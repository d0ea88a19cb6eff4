import { describe, expect, it } from '@jest/globals';
import { runTypes } from './run-types.js';

describe('burgee types prints no secret', () => {
  it.each([
    ['key', { BURGEE_SDK_KEY: 'hunter2\nb' }, 'This is not an SDK key'],
    ['password', { BURGEE_URL: 'http://ada:hunter2@127.0.0.1:1' }, 'has a user name or password'],
    ['address without a scheme', { BURGEE_URL: 'ada:hunter2@127.0.0.1:1' }, 'is not http or https'],
    ['address that is none', { BURGEE_URL: 'https://ada:hunter2@' }, 'is not http or https'],
  ])('of a malformed %s', async (_, environment, said) => {
    const error: unknown = await runTypes([], { BURGEE_SDK_KEY: 'bge_sdk_x', ...environment }).catch(
      (reason: unknown) => reason,
    );
    expect(String(error)).toContain(said);
    expect(String(error)).not.toContain('hunter2');
  });
});
