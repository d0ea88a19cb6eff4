import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { Frame } from '../channel/stream-events.js';
import { StreamConnection } from './stream-connection.js';

let ended: string[];

function open() {
  ended = [];
  const delivered: number[] = [];
  const socket = new PassThrough();
  const end = (bytes: string) => ended.push(bytes);
  const response = { socket, end, writeHead: () => ({ flushHeaders: () => undefined }), writableLength: 0 };
  const connection = new StreamConnection(response as unknown as ServerResponse, 'key', Infinity, {
    drained: () => undefined,
    eventSent: () => undefined,
    delivered: (seconds) => void delivered.push(seconds),
  });
  connection.begin({});
  const send = (revision: number, occurredAt: number) =>
    connection.sendEvents({
      events: [{ kind: 'flag_updated', revision, occurredAt }],
      frames: [new Frame('data: x\n\n')],
    });
  return { connection, socket, delivered, send, taken: () => new Promise(setImmediate) };
}

it('counts a change as delivered once the socket has it, unless the stream opened after the change', async () => {
  const { delivered, send, taken } = open();
  send(1, Date.now() - 60_000);
  await taken();
  expect(delivered).toEqual([]);
  send(2, Date.now() + 1);
  expect(delivered).toEqual([]);
  await taken();
  expect(delivered).toEqual([expect.any(Number)]);
});

it('S111 a stopped stream is sent nothing more, and ends on request', () => {
  const { connection, socket, send } = open();
  send(1, 0);
  expect(connection.stop()).toBe(true);
  send(2, 0);
  connection.write(new Frame(':no\n\n'));
  expect([connection.stop(), connection.closed, connection.writable, String(socket.read())]).toEqual([
    false,
    true,
    false,
    'data: x\n\n',
  ]);
  connection.end('retry: 1\n\n');
  expect(ended).toEqual(['retry: 1\n\n']);
});
