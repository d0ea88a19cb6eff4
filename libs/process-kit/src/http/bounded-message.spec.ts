import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { createHttpServer } from './create-http-server.js';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Sends a body of so many pieces. @returns the beginning of the answer, or nothing where the connection ends before it */
async function send(piece: string, count: number): Promise<string> {
  const server = createHttpServer((request, response) => {
    request.resume().once('end', () => response.end('taken'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closing.push(
    () => socket.destroy(),
    () => server.close(),
  );
  const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`;
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  socket.write(`${chunk.repeat(count)}0\r\n\r\n`);
  return new Promise((resolve) => {
    socket.once('data', (answer) => resolve(answer.toString().slice(0, 12))).on('error', () => undefined);
    socket.once('close', () => resolve(''));
  });
}

it.each([
  ['a few small ones', 'x', 1_000, 'HTTP/1.1 200'],
  ['many of some bytes', 'x'.repeat(20), 20_000, 'HTTP/1.1 200'],
  ['many of one byte', 'x', 1_001, ''],
])('S141 of a body in pieces, %s: %#', async (_, piece, count, answer) => {
  expect(await send(piece, count)).toBe(answer);
});
