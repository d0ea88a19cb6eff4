import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@burgee/testing/unit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createPacedHttpServer } from './create-http-server.js';
import { FirstRequests, READ_AT_ONCE } from './first-requests.js';

const MANY = 200;
const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

let server: Server;
let sockets: Socket[];
/** The address of each request, in order, and the number per tick of the event loop with requests. */
let callers: string[];
let turns: number[];
/** The clock of the server's patience. */
let clock: number;

beforeEach(async () => {
  [sockets, callers, turns, clock] = [[], [], [], 0];
  let inTurn = 0;
  const firstRequests = new FirstRequests(() => clock);
  server = createPacedHttpServer((request, response) => {
    callers.push(request.socket.remoteAddress ?? '');
    if (++inTurn === 1)
      setImmediate(() => {
        turns.push(inTurn);
        inTurn = 0;
      });
    response.end('here');
  }, firstRequests);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress });
  sockets.push(socket.on('error', () => undefined).setEncoding('latin1'));
  await accepted;
  return socket;
}

/** Opens so many silent connections, which all later ones wait behind. */
async function openSilent(count: number): Promise<Socket[]> {
  const silent: Socket[] = [];
  while (silent.length < count) silent.push(await open());
  return silent;
}

describe('the first requests of new connections', () => {
  it('are read a few per tick of the event loop', async () => {
    const silent = await openSilent(READ_AT_ONCE);
    for (let index = 0; index < MANY; index++) (await open()).write(REQUEST);
    expect(callers).toEqual([]);
    for (const socket of silent) socket.write(REQUEST);
    await eventually(() => expect(callers).toHaveLength(READ_AT_ONCE + MANY));
    expect(Math.max(...turns)).toBeLessThanOrEqual(READ_AT_ONCE);
  });

  it('on open connections are not counted', async () => {
    const [socket] = await openSilent(1);
    for (let round = 1; round <= 3; round++) {
      socket?.write(REQUEST);
      await eventually(() => expect(callers).toHaveLength(round));
    }
    await openSilent(READ_AT_ONCE);
    socket?.write(REQUEST);
    await eventually(() => expect(callers).toHaveLength(4));
  });

  it('of connections closed in the queue do not delay others', async () => {
    await openSilent(READ_AT_ONCE);
    for (let index = 0; index < MANY; index++) (await open()).destroy();
    (await open()).write(REQUEST);
    for (const silent of sockets.slice(0, READ_AT_ONCE)) silent.destroy();
    // The clock stands still, so patience does not run out.
    await eventually(() => expect(callers).toHaveLength(1));
  });

  it('of a network that opens many wait behind one of another', async () => {
    const silent = await openSilent(READ_AT_ONCE);
    for (let index = 0; index < MANY; index++) (await open()).write(REQUEST);
    (await open('127.0.9.1')).write(REQUEST);
    for (const socket of silent) socket.write(REQUEST);
    await eventually(() => expect(callers).toContain('127.0.9.1'));
    expect(callers.indexOf('127.0.9.1')).toBeLessThan(3 * READ_AT_ONCE);
  });

  it('are skipped when a connection sends nothing', async () => {
    await openSilent(10 * READ_AT_ONCE);
    const last = await open();
    last.write(REQUEST);
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(callers).toEqual([]);
    await eventually(() => {
      clock += 1_000;
      expect(callers).toHaveLength(1);
    });
  });

  it('of connections closed in the queue are forgotten', async () => {
    const silent = await openSilent(READ_AT_ONCE);
    for (let index = 0; index < MANY; index++) (await open()).write(REQUEST);
    const last = await open();
    last.write(REQUEST);
    for (const socket of sockets.slice(READ_AT_ONCE, -1)) socket.resetAndDestroy();
    for (const socket of silent) socket.write(REQUEST);
    await eventually(() => expect(last.bytesRead).toBeGreaterThan(0));
    await eventually(async () => {
      const count = await new Promise<number>((resolve) => server.getConnections((_, number) => resolve(number)));
      expect(count).toBe(READ_AT_ONCE + 1);
    });
  });

  it('of connections that the server closed in the queue do not delay others', async () => {
    const accepted: Socket[] = [];
    server.on('connection', (socket) => void accepted.push(socket));
    const silent = await openSilent(READ_AT_ONCE);
    await openSilent(MANY);
    const last = await open();
    last.write(REQUEST);
    for (const socket of accepted.slice(READ_AT_ONCE, -1)) socket.destroy();
    for (const socket of silent) socket.write(REQUEST);
    await eventually(() => expect(callers).toHaveLength(READ_AT_ONCE + 1));
  });

  it('have the usual time limit, including time in the queue', async () => {
    server.headersTimeout = 1_000;
    await openSilent(READ_AT_ONCE);
    const waits = await open();
    await once(waits.resume(), 'close');
    expect(callers).toEqual([]);
  });

  it('in the queue are answered by a stopping server', async () => {
    const silent = await openSilent(READ_AT_ONCE);
    const waits = await open();
    waits.write(REQUEST);
    const closed = once(server, 'close');
    server.close();
    for (const socket of silent) socket.destroy();
    await eventually(() => {
      clock += 1_000;
      expect(waits.bytesRead).toBeGreaterThan(0);
    });
    waits.destroy();
    await closed;
  });
});
