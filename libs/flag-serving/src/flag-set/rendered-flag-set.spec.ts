import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import { RenderedFlagSet } from './rendered-flag-set.js';

describe.each([
  ['small', 1_000],
  ['large', 200_000],
])('a %s flag set', (_size, length) => {
  const compress = (work: () => Promise<Buffer>) => work();
  const text = JSON.stringify(['flag '.repeat(length / 5)]);
  const body = Buffer.from(text);
  const newSet = () => new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 7, body });

  it('is compressed once for all concurrent and later requests', async () => {
    const set = newSet();
    const counted = jest.fn(compress);
    const first = set.body('br', counted);
    expect(set.body('br', counted)).toBe(first);
    const body = await first;
    expect(set.body('br', counted)).toBe(body);
    expect(counted).toHaveBeenCalledTimes(1);
  });

  it('is compressed for the next request after a refusal', async () => {
    const set = newSet();
    await expect(set.body('br', () => Promise.reject(new Error('too many')))).rejects.toThrow('too many');
    expect(String(brotliDecompressSync(await set.body('br', compress)))).toBe(text);
  });

  it('is the same text in every encoding', async () => {
    const set = newSet();
    expect(String(set.body('identity', compress))).toBe(text);
    expect(String(gunzipSync(await set.body('gzip', compress)))).toBe(text);
    expect(String(brotliDecompressSync(await set.body('br', compress)))).toBe(text);
  });
});
