import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pinnedTo, type Resolve, resolvePublic } from './resolve-public.js';
import { hostOf } from './webhook-url.js';

const ANSWER_BYTES_AT_MOST = 4_096;

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

/**
 * Posts a body once. The host is resolved once, and the connection goes to an address that was looked at. Follows no redirect.
 * @throws TargetRefused, or what the connection ended with
 */
export async function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { resolve, allowPrivate, timeoutMs }: PostOptions,
): Promise<PostAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  // A resolver of the system is not told when to stop.
  const addresses = await Promise.race([resolvePublic(hostOf(url), resolve, allowPrivate), whenAborted(signal)]);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const answer = await new Promise<IncomingMessage>((resolved, rejected) => {
    const length = String(Buffer.byteLength(body));
    const options = { method: 'POST', agent: false, lookup: pinnedTo(addresses), signal } as const;
    send(url, { ...options, headers: { ...headers, 'content-length': length } }, resolved)
      .on('error', rejected)
      .end(body);
  });
  // Whatever comes after the answer's end, such as a reset, is nobody's concern.
  answer.on('error', () => undefined);
  const text = await readBeginning(answer);
  answer.destroy();
  return { status: answer.statusCode ?? 0, body: text, retryAfter: answer.headers['retry-after'] };
}
