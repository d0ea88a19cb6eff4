import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

/** Serves pages of other origins until the tests of the file end. Each call returns an origin. */
export function pageServer(): (html: () => string) => Promise<string> {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });
  return async (html) => {
    const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html()));
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://localhost:${(server.address() as AddressInfo).port}`;
  };
}
