import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { RequestListener } from 'node:http';
import { afterEach, expect, it, jest } from '@jest/globals';
import { BoundedMessage } from './bounded-message.js';
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
const answerAtOnce: RequestListener = (_request, response) => response.end('0 bytes');

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

it('S141 hands on no further tiny piece of a packet, and later bodies whole', async () => {
  const push = jest.spyOn(BoundedMessage.prototype, 'push');
  closing.push(() => push.mockRestore());
  const port = await listen(answerOnceRead);
  expect(await send(port, 'x', 10_000)).toBe('');
  expect(push.mock.calls.filter(([piece]) => piece)).toHaveLength(1_001);
  expect(await send(port, 'x', 900)).toBe('900 bytes');
});

it('S141 ends a connection on which tiny pieces come after the answer', async () => {
  const socket = connect(await listen(answerAtOnce), '127.0.0.1').on('error', () => undefined);
  closing.push(() => socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('0 bytes');
  const furtherAnswer = jest.fn();
  socket.on('data', furtherAnswer);
  const closed = once(socket, 'close');
  socket.write(`${chunk('x').repeat(1_001)}0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  await closed;
  expect(furtherAnswer).not.toHaveBeenCalled();
});
