import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a server keeps a connection open that nobody uses. */
export const KEPT_ALIVE_MILLISECONDS = 65_000;

/**
 * As a caller sees it, headers are complete within 10 s and whole requests within 15 s, or the connection is closed. Node only
 * looks for late ones every `connectionsCheckingInterval`, by default 30 s, so that comes on top of its time limits.
 */
const TIME_LIMITS = {
  headersTimeout: 9_000,
  requestTimeout: 14_000,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: KEPT_ALIVE_MILLISECONDS,
};
const PIPELINED_AT_MOST = 32;

/** Every HTTP server of a process, whether it is public or internal. */
export function createHttpServer(listener: RequestListener): Server {
  return createServer(TIME_LIMITS, oneAtATime(listener));
}

/**
 * Node hands over every request that it has read, also those behind one that is not answered yet: thousands, of one packet.
 * Here each waits for the answer before it, and a connection on which too many wait is closed. Node's own
 * `maxRequestsPerSocket` counts all that ever come, so it would close the connections of good clients too.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response has its socket when no other one goes before it.
    if (response.socket) {
      listener(request, response);
      return;
    }
    const { socket } = request;
    const before = waiting.get(socket) ?? 0;
    if (before === PIPELINED_AT_MOST) {
      socket.destroy();
      return;
    }
    waiting.set(socket, before + 1);
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      listener(request, response);
    });
  };
}
