import { createServer, type RequestListener, type Server } from 'node:http';

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

/** Every HTTP server of a process, whether it is public or internal. */
export function createHttpServer(listener: RequestListener): Server {
  return createServer(TIME_LIMITS, listener);
}
