import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHttpServer, foldSlashes } from './create-http-server.js';

const SOCKETS = 1_000;
const READS = 20;
/** Node checks connections every 30 s. */
const PATIENCE_MILLISECONDS = 20_000;

const server = createHttpServer((request, response) => {
  if (request.method === 'GET') response.end('here');
});
let port: number;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const HEADERS = 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ';
const BODY = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n';

/** Sends the beginning of a request, and then a byte every 500 ms. @returns the first line of the response */
async function drip(beginning: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(beginning);
  const dripping = setInterval(() => socket.write('x'), 500);
  await once(socket, 'close');
  clearInterval(dripping);
  return text.split('\r\n', 1)[0] ?? '';
}

describe("an SDK's address", () => {
  it.each([
    ['//ofrep/v1/evaluate/flags/x', '/ofrep/v1/evaluate/flags/x'],
    ['/unleash/api/frontend//client/metrics', '/unleash/api/frontend/client/metrics'],
    ['/api/v1/flags/', '/api/v1/flags'],
    ['/api//v1///stream/?snapshot=true//', '/api/v1/stream?snapshot=true//'],
    ['//ofrep//v1/evaluate/flags//', '/ofrep/v1/evaluate/flags/'],
    ['/ofrep/v1/evaluate/flags/', '/ofrep/v1/evaluate/flags/'],
    ['/ofrep/v1/evaluate/flags/a%2F%2Fb/', '/ofrep/v1/evaluate/flags/a%2F%2Fb'],
    ['/api/v1/flags?x=//', '/api/v1/flags?x=//'],
    ['/api//projects/', '/api//projects/'],
    ['//evil.example/ofrep/v1', '//evil.example/ofrep/v1'],
    ['/', '/'],
  ])('%s is read as %s', (url, folded) => {
    expect(foldSlashes(url)).toBe(folded);
  });
});

describe('a server of ours', () => {
  it('S38 closes the connection of a client that does not read the response', async () => {
    const large = createHttpServer((_request, response) => void response.end(Buffer.alloc(20_000_000)));
    // Longer than the silence of an event stream, and less than a minute.
    expect(large.timeout).toBeGreaterThan(15_000);
    expect(large.timeout).toBeLessThan(60_000);
    large.timeout = 300;
    await once(large.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((large.address() as AddressInfo).port, '127.0.0.1');
    const [accepted] = (await once(large, 'connection')) as [Socket];
    socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(accepted, 'close');
    socket.destroy();
    large.close();
  });

  it('S37 knows the address of a client that has left', async () => {
    const silent = createHttpServer(() => undefined);
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((silent.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [request] = (await once(silent, 'request')) as [IncomingMessage];
    socket.resetAndDestroy();
    await new Promise((resolve) => request.socket.once('close', resolve));
    expect(request.socket.remoteAddress).toBe('127.0.0.1');
    silent.close();
  });

  it(
    'S38 closes 1,000 connections with slow headers or bodies while it serves others',
    async () => {
      expect(server.headersTimeout).toBeLessThan(10_000);
      expect(server.requestTimeout).toBeLessThan(15_000);
      [server.headersTimeout, server.requestTimeout] = [2_000, 3_000];
      const beginnings = Array.from({ length: SOCKETS }, (_, index) => (index % 2 === 0 ? HEADERS : BODY));
      const lines = Promise.all(beginnings.map(drip));
      for (let read = 0; read < READS; read++)
        expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
      expect(new Set(await lines)).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
    },
    PATIENCE_MILLISECONDS,
  );
});
