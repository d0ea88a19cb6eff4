import { constants } from 'node:crypto';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { pinnedTo, type Resolve, resolvePublic } from './resolve-public.js';
import { hostOf } from './webhook-url.js';

const ANSWER_BYTES_AT_MOST = 4_096;
/** Answers that only announce one, such as 102. Nobody who takes webhooks sends even one. */
const ANNOUNCEMENTS_AT_MOST = 8;
/**
 * No Diffie-Hellman over finite fields: an endpoint chooses how large its numbers are, and this side computes with them for most of
 * a second. What everybody has spoken for ten years remains. For the same reason nobody negotiates anew.
 */
const TLS = {
  ciphers: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
  ecdhCurve: 'X25519:P-256:P-384',
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  ALPNProtocols: ['http/1.1'],
};

/** What an endpoint answered. */
export interface PostAnswer {
  status: number;
  /** The beginning of the body. */
  body: string;
  retryAfter: string | undefined;
}

export interface PostOptions {
  resolve: Resolve;
  allowPrivate: boolean;
  timeoutMs: number;
}

/** Reads no further than a few kilobytes: what an endpoint answers is for a person to look at. */
async function readBeginning(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES_AT_MOST) break;
    }
  } catch {
    // It has answered; whether its body is whole does not matter.
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES_AT_MOST).toString('utf8');
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );

/** An end that Node gives no code. */
class Ended extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** The answer to a request, of which its body is still to be read. @throws what the connection ended with */
const answerTo = (request: ClientRequest) =>
  new Promise<IncomingMessage>((resolved, rejected) => {
    let announcements = 0;
    request
      .on('response', resolved)
      .on('error', rejected)
      // Without a listener Node ends the connection and says nothing to anybody; with one the connection is the listener's.
      .on('upgrade', (_, socket) => {
        socket.on('error', () => undefined).destroy();
        rejected(new Ended('SWITCHED_PROTOCOLS'));
      })
      .on('information', () => {
        if (++announcements > ANNOUNCEMENTS_AT_MOST) request.destroy(new Ended('ANNOUNCES_WITHOUT_END'));
      })
      .on('close', () => rejected(new Ended('CLOSED')));
  });

/** Connects to one of these addresses, whatever the host resolves to by now. */
function open(url: URL, addresses: readonly string[]): Socket {
  const [host, isTls] = [hostOf(url), url.protocol === 'https:'];
  const port = Number(url.port || (isTls ? 443 : 80));
  const target = { host, port, lookup: pinnedTo(addresses) };
  return isTls ? connectTls({ ...TLS, ...target, servername: isIP(host) ? '' : host }) : connect(target);
}

/**
 * Posts a body once. The host is resolved once, and the connection goes to an address that was looked at. Follows no redirect.
 * Ends in time, whatever the endpoint does.
 * @throws TargetRefused, or what the connection ended with
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { resolve, allowPrivate, timeoutMs }: PostOptions,
): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const aborted = whenAborted(signal);
  // Whoever waits for it sees it; afterwards it is nobody's concern.
  aborted.catch(() => undefined);
  // A resolver of the system is not told when to stop.
  const addresses = await Promise.race([resolvePublic(hostOf(url), resolve, allowPrivate), aborted]);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const own = { host: url.host, 'content-length': String(Buffer.byteLength(body)) };
  const createConnection = () => open(url, addresses);
  const request = send(url, { method: 'POST', signal, createConnection, headers: { ...headers, ...own } });
  const answered = answerTo(request);
  request.end(body);
  const answer = await Promise.race([answered, aborted]);
  // Whatever comes after the answer's end, such as a reset, is nobody's concern.
  answer.on('error', () => undefined);
  const text = await readBeginning(answer);
  answer.destroy();
  return { status: answer.statusCode ?? 0, body: text, retryAfter: answer.headers['retry-after'] };
}
