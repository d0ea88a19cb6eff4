import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { RenderedFlagSet } from './rendered-flag-set.js';

describe.each([
  ['small', 1_000, false],
  ['large', 200_000, true],
])('a %s flag set', (_size, length, isLarge) => {
  const text = JSON.stringify(['flag '.repeat(length / 5)]);
  const body = Buffer.from(text);
  const newSet = () => new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 7, body });

  it('is compressed once, for all requests that wait for it and all later ones', async () => {
    const set = newSet();
    expect([set.isLarge, set.has('br')]).toEqual([isLarge, false]);
    const first = set.body('br');
    expect(set.has('br')).toBe(true);
    expect(set.body('br')).toBe(first);
    await first;
    expect(set.body('br')).toBe(first);
  });

  it('is the same text in every encoding', async () => {
    const set = newSet();
    expect(String(set.body('identity'))).toBe(text);
    expect(String(gunzipSync(await set.body('gzip')))).toBe(text);
    expect(String(brotliDecompressSync(await set.body('br')))).toBe(text);
  });
});
