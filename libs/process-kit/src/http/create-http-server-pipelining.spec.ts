import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { eventually } from '@burgee/testing/unit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHttpServer } from './create-http-server.js';

/** With few characters each, so that the number is the limit. */
const MANY = 1_000;

/** Open responses, which a test ends. */
let underWay: ServerResponse[] = [];
const server = createHttpServer((request, response) => {
  underWay.push(response);
  response.setHeader('x-path', String(request.url));
});
let port: number;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => void (underWay = []));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends requests for these paths at once on one connection. */
function pipeline(paths: string[]) {
  const socket: Socket = connect(port, '127.0.0.1');
  const call = { socket, said: '' };
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => (call.said += chunk.toString()));
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  return call;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`);
const answered = (said: string) => [...said.matchAll(/x-path: (\S+)/g)].map(([, path]) => path);

describe('pipelined requests', () => {
  it('S52 are handled one at a time, and answered in order', async () => {
    const paths = numbered(20);
    const call = pipeline(paths);
    for (const path of paths) {
      await eventually(() => expect(underWay).toHaveLength(1));
      expect(underWay[0]?.getHeader('x-path')).toBe(path);
      underWay.pop()?.end();
    }
    await eventually(() => expect(answered(call.said)).toEqual(paths));
    call.socket.destroy();
  });

  it('S52 are cut off when more than 32 wait, and free their memory', async () => {
    const call = pipeline(numbered(MANY));
    await eventually(() => expect(call.socket.closed).toBe(true));
    expect(underWay).toHaveLength(1);
    await eventually(() => expect(underWay[0]?.destroyed).toBe(true));
    underWay.pop()?.end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(underWay).toEqual([]);
  });

  it('S52 are cut off when the headers of waiting requests exceed the limit of one request', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const headers = `Host: a\r\nX-Large: ${'x'.repeat(9_000)}`;
    socket.write(Array.from({ length: 3 }, (_, index) => `GET /${index} HTTP/1.1\r\n${headers}\r\n\r\n`).join(''));
    await eventually(() => expect(socket.closed).toBe(true));
    expect(underWay).toHaveLength(1);
    underWay.pop()?.destroy();
  });

  it('S52 are answered with 32 waiting, and then with as many again', async () => {
    const call = pipeline([]);
    for (const round of [1, 2]) {
      call.socket.write(
        numbered(33)
          .map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
          .join(''),
      );
      for (let count = 1; count <= 33; count++) {
        await eventually(() => expect(underWay).toHaveLength(1));
        underWay.pop()?.end();
      }
      await eventually(() => expect(answered(call.said)).toHaveLength(33 * round));
    }
    call.socket.destroy();
  });
});
