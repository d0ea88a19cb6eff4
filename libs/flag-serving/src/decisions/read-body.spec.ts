import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { overloaded } from '@burgee/contracts/wire';
import { describe, expect, it } from '@jest/globals';
import { readBody } from './read-body.js';

const requestOf = (stream: PassThrough, length?: number) =>
  Object.assign(stream, { headers: { 'content-length': length && String(length) } }) as unknown as IncomingMessage;

describe('a body that comes in pieces', () => {
  it('S64 takes memory for its bytes, however small the pieces are', async () => {
    const stream = new PassThrough({ highWaterMark: 1_000_000 });
    let taken = 0;
    const body = readBody(requestOf(stream), 65_536, (bytes) => void (taken += bytes));
    for (let count = 0; count < 65_536; count++) stream.write(Buffer.from([count % 256]));
    stream.end();
    expect(await body).toEqual(Buffer.from(Array.from({ length: 65_536 }, (_, count) => count % 256)));
    expect(taken).toBe(65_536 + 8 * 1_024);
  });

  it.each([0, 1, 4_096, 4_097, 65_536])('is whole: %d bytes', async (size) => {
    const stream = new PassThrough({ highWaterMark: 1_000_000 });
    const sent = Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
    const body = readBody(requestOf(stream), 65_536, () => undefined);
    stream.end(sent);
    expect(await body).toEqual(sent);
  });

  it.each([1, 4_096, 65_536])('is there at once where all of it has come: %d bytes', (size) => {
    const stream = new PassThrough({ highWaterMark: 1_000_000 });
    const sent = Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
    stream.end(sent);
    let taken = 0;
    const body = readBody(requestOf(stream, size), 65_536, (bytes) => void (taken += bytes));
    expect([body, taken]).toEqual([sent, size + 8 * 1_024]);
  });

  it('that says it is larger than may be is none', async () => {
    const stream = new PassThrough({ highWaterMark: 1_000_000 });
    stream.end('123456789');
    expect(await readBody(requestOf(stream, 9), 8, () => undefined)).toBeUndefined();
  });

  it('is none when it is larger than may be', async () => {
    const stream = new PassThrough({ highWaterMark: 1_000_000 });
    const body = readBody(requestOf(stream), 10, () => undefined);
    stream.write('12345678');
    stream.end('90a');
    expect(await body).toBeUndefined();
  });

  it('S64 is refused, and nothing more of it kept, where there is no memory', async () => {
    const stream = new PassThrough({ highWaterMark: 1_000_000 });
    let taken = 0;
    const hold = (bytes: number): void => {
      if (taken + bytes > 20_000) throw overloaded('Too much.');
      taken += bytes;
    };
    const body = readBody(requestOf(stream), 65_536, hold);
    for (let count = 0; count < 20; count++) stream.write(Buffer.alloc(2_000));
    await expect(body).rejects.toMatchObject({ code: 'overloaded' });
    const before = taken;
    stream.end(Buffer.alloc(2_000));
    await new Promise(setImmediate);
    expect(taken).toBe(before);
  });
});
