import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { compress, encodingOf, uploadMilliseconds } from './buffered-bodies.js';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const answer = {
  method: 'GET',
  url: '/api/projects/1/flags',
  acceptEncoding: 'gzip, deflate, br',
  status: 200,
  headers: { ...JSON_HEADERS, 'content-length': '50000' },
};

describe('compression of a response', () => {
  it('applies to longer JSON for clients that accept it', () => {
    expect(encodingOf(answer)).toBe('br');
    expect(encodingOf({ ...answer, headers: JSON_HEADERS })).toBe('br');
  });

  it.each([
    ['a stream', { headers: { ...answer.headers, 'content-type': 'text/event-stream' } }],
    ['with keys', { headers: { ...answer.headers, 'cache-control': 'no-store, no-transform' } }],
    ['compressed already', { headers: { ...answer.headers, 'content-encoding': 'br' } }],
    ['short', { headers: { ...answer.headers, 'content-length': '300' } }],
    ['a refusal', { status: 404 }],
    ['to a change', { method: 'PATCH' }],
    ['without a body', { method: 'HEAD' }],
    ["the sdk-gateway's", { url: '/api/v1/flags' }],
  ])('does not apply when it is %s', (_, differs) => expect(encodingOf({ ...answer, ...differs })).toBeUndefined());

  it.each([
    ['gzip', 'gzip'],
    ['br;q=1.0, gzip;q=0.8', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip; q=0.0, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', undefined],
    ['xgzip, brr', undefined],
    [undefined, undefined],
  ])('as the caller takes it: %s → %p', (acceptEncoding, expected) =>
    expect(encodingOf({ ...answer, acceptEncoding })).toBe(expected),
  );
});

describe('compressing', () => {
  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
  ] as const)('preserves the bytes with %s', async (encoding, decompress) => {
    const text = 'some flags '.repeat(1_000);
    const compressed = await buffer(compress(Readable.from([text]), encoding));
    expect(decompress(compressed).toString()).toBe(text);
    expect(compressed.length).toBeLessThan(text.length / 10);
  });

  it.each(['gzip', 'br'] as const)(
    'with %s breaks off where the source does, without a regular end',
    async (encoding) => {
      const source = new PassThrough();
      const answered = buffer(compress(source, encoding));
      source.write('half');
      source.destroy(new Error('gone'));
      await expect(answered).rejects.toThrow('gone');
    },
  );
});

describe('the time that an import may take to arrive', () => {
  it.each([
    ['11 MB at 4 Mbit/s', '11000000', 22_000],
    ['12 MB at 1 Mbit/s', '12000000', 96_000],
    ['a small one', '2', 14_000],
  ])('is enough for %s', (_, length, takes) => expect(uploadMilliseconds(length)).toBeGreaterThanOrEqual(takes));

  it.each([undefined, '1000000000000'])('is bounded for a length of %s', (length) =>
    expect(uploadMilliseconds(length)).toBeLessThanOrEqual(length === undefined ? 14_000 : 110_000),
  );
});
