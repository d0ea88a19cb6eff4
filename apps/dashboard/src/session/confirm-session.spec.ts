import { describe, expect, it, jest } from '@jest/globals';
import { toApiError } from '../api/api-error.js';
import { confirmSession } from './confirm-session.js';

const refusal = (status: number, code: string) =>
  toApiError(status, { code, detail: code, request_id: 'id' }, { requestId: 'id', ofChange: false });
const never = () => new Promise<never>(() => undefined);
const atOnce = () => Promise.resolve();
const down = () => Promise.reject(refusal(503, 'unavailable'));
const out = () => Promise.reject(refusal(401, 'unauthenticated'));
const gone = () => Promise.reject(refusal(404, 'not_found'));
const found = () => Promise.resolve('found');

describe('a page opens for a user who is signed in', () => {
  it('when auth says so, without asking others', async () => {
    const asked = jest.fn(never);
    await confirmSession(found(), asked, never);
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    ['is down', down, never],
    ['hangs', never, atOnce],
  ])('while auth %s, when another service says so or hides what was asked', async (_, me, late) => {
    for (const other of [found, gone]) expect(await confirmSession(me(), other, late)).toBeUndefined();
  });

  it('when auth is late and still first', async () => {
    let answer = () => undefined as void;
    const me = new Promise<void>((resolve) => (answer = resolve));
    const confirmed = confirmSession(me, never, atOnce);
    answer();
    expect(await confirmed).toBeUndefined();
  });
});

describe('a page stays closed', () => {
  it.each([
    ['when auth refuses the session', out, found, 'unauthenticated'],
    ['when auth is down and another service refuses the session', down, out, 'unauthenticated'],
    ['when neither answers', down, down, 'unavailable'],
  ])('%s', async (_, me, other, code) => {
    await expect(confirmSession(me(), other, never)).rejects.toMatchObject({ code });
  });
});
