import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EdgeChain } from './edge-chain.js';
import { ageOf, Upstream } from './upstream.js';
import { readText, UpstreamHttp } from './upstream-http.js';

let server: Server;
let sockets: Socket[];
let http: UpstreamHttp;
beforeEach(async () => {
  sockets = [];
  server = createServer(({ method }, response) => void response.writeHead(method === 'OPTIONS' ? 204 : 200).end('{}'));
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  http = new UpstreamHttp([`http://127.0.0.1:${port}`], new EdgeChain('one'));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ask = async (mayShare?: boolean) => {
  const call = { headers: {}, ...(mayShare && { mayShare }) };
  const text = await readText(await http.open('/', call));
  // By now the connection is free.
  await delay(5);
  return text;
};

describe('an upstream', () => {
  it('gets shareable requests on one connection, and each other request on a new one', async () => {
    for (let n = 0; n < 3; n++) await ask(true);
    expect(sockets).toHaveLength(1);
    for (let n = 0; n < 2; n++) await ask();
    expect(sockets).toHaveLength(3);
  });

  it('S120 gets requests about origins on one connection', async () => {
    const upstream = new Upstream(http, new EdgeChain('one'));
    for (let n = 0; n < 3; n++) {
      expect(await upstream.isRegistered(`https://page-${n}.example`)).toBe(true);
      await delay(5);
    }
    expect(sockets).toHaveLength(1);
  });

  it('gets a request again when it closed the shared connection', async () => {
    await ask(true);
    const asked = ask(true);
    // The request is in flight.
    sockets[0]?.resetAndDestroy();
    expect(await asked).toBe('{}');
    expect(sockets).toHaveLength(2);
  });
});

it('turns an infinite age into a valid time', () => {
  const age = ageOf({ headers: { 'burgee-freshness': `stale; age=${'9'.repeat(40)}` } });
  expect(new Date(Date.now() - (age ?? NaN) * 1_000).toISOString()).toMatch(/^20/);
});
