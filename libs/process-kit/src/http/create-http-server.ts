import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { readForwardedFor } from './client-address.js';
import { FirstRequests } from './first-requests.js';

/** How long a server keeps an idle connection open, unless KEEP_ALIVE_SECONDS says otherwise. */
export const KEPT_ALIVE_MILLISECONDS = 65_000;

/**
 * For a client, headers must be complete within 10 s and requests within 15 s, or the connection is closed. Node checks
 * only every `connectionsCheckingInterval`, by default 30 s, which adds to its time limits.
 */
const TIME_LIMITS = {
  headersTimeout: 9_000,
  requestTimeout: 14_000,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: KEPT_ALIVE_MILLISECONDS,
};
/** A connection without traffic during a response is closed. Event streams send something every 15 s. */
const STILL_AT_MOST_MILLISECONDS = 30_000;
const PIPELINED_AT_MOST = 32;
/** Limit of the headers of all waiting requests: as much as one request may have. */
const WAITING_CHARACTERS = 16 * 1024;

/** A body may have this many chunks of any size. */
const PIECES = 1_000;
/**
 * The minimum average size of chunks, for a body with more of them. A client that sends one word at a time sends larger
 * ones.
 */
const AVERAGE_AT_LEAST = 16;

/** The addresses that SDKs call. People type the base address, often with a slash at its end. */
const SDK_PATH = /^\/(?:api\/v1|ofrep|unleash\/api)(?:\/|$)/;
/** The closing slash stays: this names a flag without a key, which is 404, and not all flags. */
const FLAG_WITHOUT_KEY = '/ofrep/v1/evaluate/flags/';

/** Folds repeated and closing slashes in the path of an SDK's address. `%2F` is part of a name and stays. */
export function foldSlashes(url: string): string {
  const [path = ''] = url.split('?', 1);
  if (!path.includes('//') && !path.endsWith('/')) return url;
  const folded = path.replaceAll(/\/{2,}/g, '/');
  if (!SDK_PATH.test(folded)) return url;
  return (folded === FLAG_WITHOUT_KEY ? folded : folded.replace(/\/$/, '')) + url.slice(path.length);
}

/** Reads addresses as people type them and proxies write them, before anything else does. */
function normalize(request: IncomingMessage): void {
  const { url = '', headers } = request;
  if (url !== '/api/v1/flags') request.url = foldSlashes(url);
  const forwarded = headers['x-forwarded-for'];
  if (typeof forwarded === 'string' && isIP(forwarded) === 0) headers['x-forwarded-for'] = readForwardedFor(forwarded);
}

/** Creates the HTTP servers of a process, public and internal. */
export function createHttpServer(listener: RequestListener): Server {
  return limited(createServer(TIME_LIMITS, oneAtATime(listener)));
}

/** The same over TLS. */
export function createHttpsServer(listener: RequestListener, certificate: { cert: string; key: string }): Server {
  return limited(createTlsServer({ ...TIME_LIMITS, ...certificate }, oneAtATime(listener)));
}

/** The same, for a server to which thousands may connect at once. */
export function createPacedHttpServer(listener: RequestListener, firstRequests = new FirstRequests()): Server {
  const server = createHttpServer(firstRequests.before(listener));
  firstRequests.watch(server);
  return server;
}

function limited(server: Server): Server {
  server.timeout = STILL_AT_MOST_MILLISECONDS;
  return server.on('connection', keepAddress).on('secureConnection', keepAddress);
}

/**
 * Reads the remote address early, so that Node caches it: Node has none after the connection ends. A client that left
 * even earlier sends no requests.
 */
function keepAddress(socket: Socket): void {
  if (socket.remoteAddress === undefined) socket.destroy();
}

/** Ends the connection of a request with too many tiny chunks: each costs a parser call, however small it is. */
function boundPieces(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  let [pieces, bytes] = [0, 0];
  // Not `on`, which would start reading.
  request.prependListener('data', ({ length }: Buffer) => {
    pieces++;
    bytes += length;
    if (pieces > PIECES && bytes < pieces * AVERAGE_AT_LEAST) request.socket.destroy();
  });
}

interface QueuedRequests {
  count: number;
  characters: number;
}

const charactersOf = ({ rawHeaders }: IncomingMessage) => rawHeaders.reduce((sum, text) => sum + text.length, 0);

/**
 * Node hands over every request that it has read, including pipelined ones: thousands from one packet. Here each waits
 * for the response before it, and a connection with too many waiting requests is closed. Node's own
 * `maxRequestsPerSocket` counts all requests ever sent, so it would also close the connections of good clients.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  const waitingOn = new WeakMap<Socket, QueuedRequests>();
  return (request, response) => {
    normalize(request);
    boundPieces(request);
    // A response has its socket once no earlier one is open.
    if (response.socket) {
      listener(request, response);
      return;
    }
    const { socket } = request;
    const waiting = waitingOn.get(socket) ?? { count: 0, characters: 0 };
    const characters = charactersOf(request);
    if (waiting.count === PIPELINED_AT_MOST || waiting.characters + characters > WAITING_CHARACTERS) {
      socket.destroy();
      return;
    }
    waiting.count++;
    waiting.characters += characters;
    waitingOn.set(socket, waiting);
    response.once('socket', () => {
      waiting.count--;
      waiting.characters -= characters;
      listener(request, response);
    });
  };
}
