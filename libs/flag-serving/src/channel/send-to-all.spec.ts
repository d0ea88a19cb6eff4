import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ChangeRow } from '@burgee/contracts/wire';
import { expect, it } from '@jest/globals';
import { StreamConnection } from '../connection/stream-connection.js';
import { chooseFormat, type StreamQuery } from '../connection/stream-handler.js';
import { sendToAll } from './environment-channel.js';
import { toEvents } from './stream-events.js';

const LISTENER = { drained: () => undefined, eventSent: () => undefined, delivered: () => undefined };

const changes = (count: number) =>
  toEvents(
    Array.from({ length: count }, (_, n): ChangeRow => ({
      environment_id: 'env',
      revision: n + 1,
      kind: 'flag_deleted',
      data: { flag_id: 'f', key: `k${n}` },
      epoch: 'e',
      occurred_at: new Date(),
      traceparent: null,
    })),
  );

/** A stream that is up to date, and the bytes that its socket receives. */
function open(query: Partial<StreamQuery>) {
  const written: Buffer[] = [];
  const response = {
    writeHead: () => ({ flushHeaders: () => undefined }),
    chunkedEncoding: true,
    socket: { write: (bytes: Buffer) => written.push(bytes) },
  };
  const options = chooseFormat({ access: false, ...query });
  const connection = new StreamConnection(response as unknown as ServerResponse, 'key', Infinity, LISTENER, options);
  connection.begin({});
  connection.catchingUp = false;
  return { connection, written };
}

it.each([
  ['acknowledge', () => ({ ack: true })],
  ['are of edges', () => ({ access: true, edge: randomUUID() })],
])('S110 are the same bytes for all streams that %s, in memory once, however many they are', (_, query) => {
  const streams = Array.from({ length: 300 }, () => open(query()));
  for (const _ of sendToAll(
    streams.map(({ connection }) => connection),
    changes(50),
  ));
  expect(new Set(streams.flatMap(({ written }) => written)).size).toBe(1);
  expect(streams.every(({ connection, written }) => connection.sent === 50 && written.length === 1)).toBe(true);
});
