import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { setTimeout as delay } from 'node:timers/promises';
import { flagSetBody } from '@burgee/contracts/wire';
import { eventually } from '@burgee/testing/unit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { FLAG_EVENTS, Frame } from './channel/stream-events.js';
import { StreamConnection } from './connection/stream-connection.js';
import { RenderedFlagSet } from './flag-set/rendered-flag-set.js';
import { respond, shareResponse } from './flags/respond.js';

// A pre-shared key makes a certificate unnecessary.
const PSK = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const;
const SECRET = Buffer.alloc(16, 7);

const body = Buffer.from(
  JSON.stringify(Array.from({ length: 20_000 }, (_, index) => `text ${index} `.padEnd(347, '-'))),
);
const rendered = new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 1, body });
const small = new RenderedFlagSet({ environmentId: 'e', epoch: 'x', revision: 2, body: flagSetBody([]) });
/** Far less than the part of the answer that the kernel does not buffer. */
const IN_MEMORY_AT_MOST = 200_000;

let server: Server;
const clients: TLSSocket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.close();
});

async function listen(listener: RequestListener): Promise<void> {
  server = createServer({ ...PSK, pskCallback: () => SECRET }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function ask(): Promise<TLSSocket> {
  const { port } = server.address() as AddressInfo;
  const pskCallback = () => ({ psk: SECRET, identity: 'client' });
  const client = connect({ ...PSK, host: '127.0.0.1', port, pskCallback, checkServerIdentity: () => undefined });
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'secureConnect');
  client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  return client;
}

/** The text that a client reads until the end, without HTTP framing. */
async function textOf(client: TLSSocket): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of client as AsyncIterable<Buffer>) pieces.push(piece);
  const [, ...rest] = Buffer.concat(pieces).toString().split('\r\n\r\n');
  return rest.join('\r\n\r\n');
}

/** Connections that do not read their response. @returns how many bytes of it each buffers in this process */
async function bytesInMemory(responses: ServerResponse[], count: number): Promise<number[]> {
  for (let n = 0; n < count; n++) (await ask()).pause();
  await eventually(() => expect(responses).toHaveLength(count));
  await delay(300);
  return responses.map(({ socket }) => socket?.writableLength ?? 0);
}

describe('over TLS', () => {
  it('S113 an unread answer is encrypted piece by piece: a connection buffers up to one piece', async () => {
    const responses: ServerResponse[] = [];
    await listen((request, response) => {
      responses.push(response);
      void respond(shareResponse(rendered, undefined, undefined), request, response, ({ set }) => set.body);
    });
    const inMemory = await bytesInMemory(responses, 2);
    expect(inMemory.map((bytes) => bytes > 0 && bytes < IN_MEMORY_AT_MOST)).toEqual([true, true]);
    expect(await textOf(await ask())).toBe(body.toString());
  });

  it('S113 a snapshot is encrypted piece by piece, and no other write comes in between', async () => {
    const responses: ServerResponse[] = [];
    const snapshot = FLAG_EVENTS.snapshot(rendered) as Frame;
    await listen((_request, response) => {
      responses.push(response);
      const listener = {
        eventSent: () => undefined,
        delivered: () => undefined,
        drained: (one: StreamConnection) => {
          expect([one.writable, one.flushed]).toEqual([true, true]);
          one.sendSnapshot(small, FLAG_EVENTS.snapshot(small) as Frame);
          one.end();
        },
      };
      const connection = new StreamConnection(response, 'key', Infinity, listener);
      connection.begin({});
      connection.sendSnapshot(rendered, snapshot);
      expect([connection.writable, connection.flushed]).toEqual([false, false]);
      connection.write(new Frame(':in between\n\n'));
      connection.sendHeartbeat();
    });
    const inMemory = await bytesInMemory(responses, 2);
    expect(inMemory.map((bytes) => bytes > 0 && bytes < IN_MEMORY_AT_MOST)).toEqual([true, true]);
    const read = await textOf(await ask());
    const frames = [snapshot, FLAG_EVENTS.snapshot(small) as Frame].map(({ chunk }) => chunk.toString());
    expect(read).toBe(`${frames.join('')}0\r\n\r\n`);
  });

  it('S113 missed events are encrypted piece by piece when one is larger than a piece', async () => {
    const frames = [10, 100_000, 10].map((length) => new Frame(`data: ${'x'.repeat(length)}\n\n`));
    await listen((_request, response) => {
      const drained = (one: StreamConnection) => one.end();
      const listener = { eventSent: () => undefined, delivered: () => undefined, drained };
      const connection = new StreamConnection(response, 'key', Infinity, listener);
      connection.begin({});
      const events = frames.map((_, index) => ({ kind: 'flag_updated', revision: index + 1 }));
      connection.sendEvents({ events, frames });
      expect([connection.sent, connection.writable, connection.flushed]).toEqual([3, false, false]);
      connection.write(new Frame(':in between\n\n'));
    });
    const text = frames.map(({ chunk }) => chunk.toString()).join('');
    expect(await textOf(await ask())).toBe(`${text}0\r\n\r\n`);
  });

  it('S113 a stream that ends within a snapshot is cut off without a regular end', async () => {
    await listen((_request, response) => {
      const listener = { eventSent: () => undefined, delivered: () => undefined, drained: () => undefined };
      const connection = new StreamConnection(response, 'key', Infinity, listener);
      connection.begin({});
      connection.sendSnapshot(rendered, FLAG_EVENTS.snapshot(rendered) as Frame);
      connection.end('retry: 1000\n\n');
    });
    const client = await ask();
    client.resume();
    await once(client, 'close');
    expect(client.bytesRead).toBeLessThan(body.length);
  });
});
