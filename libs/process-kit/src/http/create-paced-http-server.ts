import type { RequestListener, Server } from 'node:http';
import { createHttpServer } from './create-http-server.js';
import { FirstRequests } from './first-requests.js';

/** A server as every other, to which thousands may connect at once. */
export function createPacedHttpServer(listener: RequestListener, firstRequests = new FirstRequests()): Server {
  const server = createHttpServer(firstRequests.before(listener));
  firstRequests.watch(server);
  return server;
}
