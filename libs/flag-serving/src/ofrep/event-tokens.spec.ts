import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { KnownEnvironment } from '../fallback/fallback-memory.js';
import { SourceUnavailable } from '../source/source-unavailable.js';
import { eventToken, EventTokens } from './event-tokens.js';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const ENVIRONMENT = randomUUID();
const [KEY, OTHER] = [hashOf('key'), hashOf('other')];

/** @param live keys of the environment at the source; undefined = it is down */
function newTokens(live: string[] | undefined, known: string[] = []) {
  let asked = 0;
  const accessTo = async (environment_id: string) => {
    asked++;
    if (!live) throw new SourceUnavailable();
    const keys = live.map((hash) => ({ hash, kind: 'sdk' as const, expires_at: null }));
    return { access: { environment_id, origins: [], keys }, asOf: 0 };
  };
  const keys = new Map(known.map((key) => [key, 0]));
  const environments = new Map([[ENVIRONMENT, { keys } as unknown as KnownEnvironment]]);
  return { tokens: new EventTokens({ accessTo }, { environments }), asked: () => asked };
}

describe('the token of an event stream', () => {
  const token = eventToken(KEY, ENVIRONMENT);

  it('is always the same, and does not hold the hash of its key', () => {
    expect(eventToken(KEY, ENVIRONMENT)).toBe(token);
    for (const encoding of ['hex', 'base64url'] as const)
      expect(token).not.toContain(Buffer.from(KEY, 'hex').toString(encoding));
  });

  it('stands for the key that signed it, among all keys of the environment', async () => {
    expect(await newTokens([OTHER, KEY]).tokens.keyHashOf(token)).toBe(KEY);
  });

  it('is checked without the source where the key is known', async () => {
    const { tokens, asked } = newTokens(undefined, [OTHER, KEY]);
    expect([await tokens.keyHashOf(token), asked()]).toEqual([KEY, 0]);
  });

  it('of a revoked key is refused, and unavailable while the source is down', async () => {
    await expect(newTokens([OTHER]).tokens.keyHashOf(token)).rejects.toMatchObject({ code: 'event_token_invalid' });
    await expect(newTokens(undefined).tokens.keyHashOf(token)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['nothing', ''],
    ['another environment', eventToken(KEY, ENVIRONMENT).replace(ENVIRONMENT, randomUUID())],
    ['another signature', `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`],
    ['a longer signature', `${token}A`],
    ['no environment', token.split('.')[1] ?? ''],
    ['a key', 'bge_sdk_x'],
  ])('%s: refused', async (_, made) => {
    await expect(newTokens([KEY]).tokens.keyHashOf(made)).rejects.toMatchObject({ code: 'event_token_invalid' });
  });
});
