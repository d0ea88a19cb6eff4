import { constants } from 'node:crypto';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type Allowed, pinnedTo, type Resolve, resolvePublic } from './resolve-public.js';
import { hostOf } from './url-fault.js';

/**
 * No finite-field Diffie-Hellman: the endpoint chooses the size of the numbers, and computing with them takes this side
 * most of a second. The remaining ciphers have been standard for ten years. Renegotiation is off for the same reason.
 */
const TLS = {
  ciphers: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
  ecdhCurve: 'X25519:P-256:P-384',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  ALPNProtocols: ['http/1.1'],
};

/** Connects to one of these addresses without resolving the host again. */
function openPinned(url: URL, addresses: readonly string[]): Socket {
  const [host, isTls] = [hostOf(url), url.protocol === 'https:'];
  const port = Number(url.port || (isTls ? 443 : 80));
  const target = { host, port, lookup: pinnedTo(addresses) };
  return isTls ? connectTls({ ...TLS, ...target, servername: isIP(host) ? '' : host }) : connect(target);
}

/** Interim responses such as 102. Real endpoints send none. */
const ANNOUNCEMENTS_AT_MOST = 8;

export interface PinnedRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** How much of the answer is read. */
  bytesAtMost: number;
  resolve: Resolve;
  allowed: Allowed;
  timeoutMs: number;
}

export interface PinnedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Its beginning, where it is longer than is read or breaks off. */
  body: string;
}

async function readBeginning(answer: IncomingMessage, bytesAtMost: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= bytesAtMost) break;
    }
  } catch {
    // The endpoint has responded. An incomplete body does not matter.
  }
  return Buffer.concat(chunks).subarray(0, bytesAtMost).toString('utf8');
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );

/** An error for which Node has no code. */
class Ended extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** The response to a request, with an unread body. @throws the error of the connection */
const answerTo = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolved, rejected) => {
    let announcements = 0;
    request
      .on('response', resolved)
      .on('error', rejected)
      // Without a listener Node closes the connection silently. With one the listener owns the connection.
      .on('upgrade', (_, socket) => {
        socket.on('error', () => undefined).destroy();
        rejected(new Ended('SWITCHED_PROTOCOLS'));
      })
      .on('information', () => {
        if (++announcements > ANNOUNCEMENTS_AT_MOST) request.destroy(new Ended('ANNOUNCES_WITHOUT_END'));
      })
      .on('close', () => rejected(new Ended('CLOSED')));
  });

/**
 * Sends a request once. Resolves the host once and connects only to an address that was checked. Follows no redirect,
 * and always ends within the timeout.
 * @throws TargetRefused, or the error of the connection
 */
export async function requestPinned(
  url: URL,
  { method, headers, body, bytesAtMost, resolve, allowed, timeoutMs }: PinnedRequest,
): Promise<PinnedAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const aborted = whenAborted(signal);
  // The race below reports it. A later rejection is ignored.
  aborted.catch(() => undefined);
  // The system resolver cannot be aborted.
  const addresses = await Promise.race([resolvePublic(hostOf(url), resolve, allowed), aborted]);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const createConnection = () => openPinned(url, addresses);
  const request = send(url, { method, signal, createConnection, headers: { ...headers, host: url.host, ...length } });
  const answered = answerTo(request);
  request.end(body);
  const answer = await Promise.race([answered, aborted]);
  // Ignores errors after the end of the response, such as a reset.
  answer.on('error', () => undefined);
  const text = await readBeginning(answer, bytesAtMost);
  answer.destroy();
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: text };
}
