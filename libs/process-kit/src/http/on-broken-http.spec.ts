import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHttpServer } from './create-http-server.js';
import { allowTime, onBrokenHttp } from './on-broken-http.js';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Sends the first half of a body to a server that waits 100 ms for it. @returns what Node says of that, and the client */
async function sendHalf(received: (request: IncomingMessage) => void) {
  const server = createHttpServer(async (request, response) => {
    received(request);
    response.end(await text(request).catch(() => ''));
  });
  [server.headersTimeout, server.requestTimeout] = [50, 100];
  server.on('clientError', (error, socket) => onBrokenHttp(error, socket as never));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  closing.push(
    () => client.destroy(),
    () => server.close(),
  );
  client.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\na');
  const [error] = (await once(server, 'clientError')) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ERR_HTTP_REQUEST_TIMEOUT');
  return client;
}

describe('S38 a request that arrives slower than the server allows', () => {
  it('is 408', async () => {
    const client = await sendHalf(() => undefined);
    expect(await text(client)).toMatch(/^HTTP\/1\.1 408 Request too slow\r\n/);
  });

  it('is served if it was allowed more time', async () => {
    const client = await sendHalf((request) => allowTime(request, 60_000));
    client.write('b');
    expect(await text(client)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nab$/s);
  });

  it('is 408 when that time is over, too', async () => {
    const client = await sendHalf((request) => allowTime(request, 1_500));
    expect(await text(client)).toMatch(/^HTTP\/1\.1 408 Request too slow\r\n.*Use a faster connection/s);
  });
});
