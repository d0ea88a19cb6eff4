import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { createHttpServer } from './create-http-server.js';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const answerOnceRead: RequestListener = (request, response) => {
  const read: Buffer[] = [];
  request.on('data', (piece: Buffer) => read.push(piece));
  request.once('end', () => response.end(`${Buffer.concat(read).length} bytes`));
};

async function listen(listener: RequestListener): Promise<number> {
  const server = createHttpServer(listener).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const chunk = (piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`;

/** Sends a body of so many pieces. @returns what was answered, once the answer is whole or the connection ends */
async function send(port: number, piece: string, count: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  closing.push(() => socket.destroy());
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
  socket.write(`${chunk(piece).repeat(count)}0\r\n\r\n`);
  let answered = '';
  socket.on('data', (part) => (answered += part.toString()));
  await once(socket, 'close');
  return /\d+ bytes/.exec(answered)?.[0] ?? '';
}

it.each([
  ['a few small ones', 'x', 1_000, '1000 bytes'],
  ['many of some bytes', 'x'.repeat(20), 20_000, '400000 bytes'],
  ['many of one byte', 'x', 1_001, ''],
])('S141 of a body in pieces, %s: %#', async (_, piece, count, answer) => {
  expect(await send(await listen(answerOnceRead), piece, count)).toBe(answer);
});
