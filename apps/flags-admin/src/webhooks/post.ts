import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { hostOf, openPinned, type Resolve, resolvePublic } from '@burgee/process-kit/outbound';

const ANSWER_BYTES_AT_MOST = 4_096;
/** Interim responses such as 102. Real endpoints send none. */
const ANNOUNCEMENTS_AT_MOST = 8;
/** The setting that lets webhooks reach private addresses. */
export const ALLOWS_PRIVATE = 'WEBHOOKS_ALLOW_PRIVATE';

/** The response of an endpoint. */
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

/** Reads up to a few kilobytes, because the response is only for people to look at. */
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
    // The endpoint has responded. An incomplete body does not matter.
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES_AT_MOST).toString('utf8');
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
 * Posts a body once. Resolves the host once and connects only to an address that was checked. Follows no redirect, and
 * always ends within the timeout.
 * @throws TargetRefused, or the error of the connection
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { resolve, allowPrivate, timeoutMs }: PostOptions,
): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const aborted = whenAborted(signal);
  // The race below reports it. A later rejection is ignored.
  aborted.catch(() => undefined);
  // The system resolver cannot be aborted.
  const addresses = await Promise.race([
    resolvePublic(hostOf(url), resolve, { allowPrivate, setting: ALLOWS_PRIVATE }),
    aborted,
  ]);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const own = { host: url.host, 'content-length': String(Buffer.byteLength(body)) };
  const createConnection = () => openPinned(url, addresses);
  const request = send(url, { method: 'POST', signal, createConnection, headers: { ...headers, ...own } });
  const answered = answerTo(request);
  request.end(body);
  const answer = await Promise.race([answered, aborted]);
  // Ignores errors after the end of the response, such as a reset.
  answer.on('error', () => undefined);
  const text = await readBeginning(answer);
  answer.destroy();
  return { status: answer.statusCode ?? 0, body: text, retryAfter: answer.headers['retry-after'] };
}
