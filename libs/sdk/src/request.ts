import type { Flag } from '@burgee/evaluation';
import { BurgeeError, type ProblemCode } from './burgee-error.js';
import { eventReader } from './event-reader.js';
import { later, nothing } from './later.js';
import { readFlags } from './flag-state.js';
import type { ClientOptions } from './options.js';
import { page } from './page.js';
import type { RequestType, Trigger } from './step.js';
import { quietly } from './quietly.js';
import { BYTES_AT_MOST, FIRST_EVENT_MS, SILENCE_MS } from './limits.js';
import { readVersion } from './version.js';

export const malformed = (what: string): BurgeeError =>
  new BurgeeError('malformed', `${what} does not answer with flags.`);

/** The fields of a problem document that a client reads. */
interface BurgeeProblem {
  /** `urn:burgee:error:` and the code. */
  readonly type: string;
  readonly detail: string;
}

/**
 * Requests all flags, or the stream of changes.
 * @param version the client's current version
 * @param receive called with the answer, or with each event
 * @param abort ends the request; aborted when it has ended
 * @returns what went wrong, if anything. Never rejects.
 */
export type Request = (
  type: RequestType,
  version: string,
  receive: (trigger: Trigger) => void,
  abort: AbortController,
) => Promise<BurgeeError | undefined>;

/** Sends requests to the service, with its key. */
export function requester({
  sdkKey,
  baseUrl,
  timeoutMs = 15_000,
  fetch: send = globalThis.fetch,
}: ClientOptions): Request {
  const key = `${sdkKey}`.trim();
  let cache: RequestCache | undefined;
  try {
    // Next.js 14 answers from its cache for ever unless a request says this. Left out where the runtime does not have the
    // option: Workers before 2024-11-11 throw, and React Native would add a parameter to the address.
    cache = new Request(baseUrl, { cache: 'no-store' }).cache;
  } catch {}
  /** Sends the key to no other origin, and rejects flags from another. */
  async function sendWithinOrigin(url: string, init: RequestInit): Promise<Response> {
    const response = await send(url, { ...init, redirect: 'manual' });
    let at = response.url || url;
    // A page sees a redirect as status 0 without its target: a request without the key finds the target.
    const isRedirect = /^0|30[^4]/.test(`${response.status}`);
    if (isRedirect)
      at = await send(url, { ...init, headers: {} }).then(
        (end) => end.url,
        () => 'another origin',
      );
    // Scheme, host and port of both. Not by `URL`: React Native's does not resolve a path.
    if (`${at.split('/', 3)}` !== `${url.split('/', 3)}`)
      throw new BurgeeError('redirect_refused', `${baseUrl} redirects to ${at}`);
    return isRedirect ? send(at, { ...init, redirect: 'error' }) : response;
  }
  return async (type, version, receive, abort) => {
    const isStream = type === 'stream';
    let cancel = nothing;
    const extend = (ms: number): void => {
      cancel();
      cancel = later(ms, () => abort.abort());
    };
    try {
      // A runtime sends no such key, and its error may contain it.
      if (/[^ -~]/.test(key)) throw new BurgeeError('sdk_key_invalid', 'sdkKey is malformed', true);
      extend(timeoutMs);
      const response = await sendWithinOrigin(`${baseUrl}/api/v1/${type}`, {
        cache: cache as RequestCache,
        headers: {
          ...(version && (isStream ? { 'last-event-id': version } : { 'if-none-match': `"${version}"` })),
          'x-sdk-key': key,
        },
        signal: abort.signal,
      });
      const { body, headers, status } = response;
      // Without a version the request was not conditional, so a 304 answers nothing.
      if (status !== 200 && (status !== 304 || !version)) {
        // A proxy can refuse too, or a deployment for a moment: only Burgee's own document is final.
        const { type: urn, detail = '' } = Object(
          (await quietly(() => response.json())) as unknown,
        ) as Partial<BurgeeProblem>;
        const code = `${urn}`.split('burgee:error:')[1] as ProblemCode;
        // A refusal of the key or of the origin.
        const isFatal = /^(sdk|client|origin)_/.test(code);
        const after = headers.get('retry-after') as string;
        return new BurgeeError(
          isFatal ? code : 'unexpected_status',
          `${baseUrl} answered ${status}. ${detail}`,
          isFatal,
          (after as never) * 1_000 || Date.parse(after) - Date.now() || 0,
        );
      }
      let silenceMs = isStream ? FIRST_EVENT_MS : SILENCE_MS;
      let text = '';
      let size = 0;
      const read = isStream
        ? eventReader((fields) => {
            if (fields.data) silenceMs = SILENCE_MS;
            size = 0;
            receive({ type: 'event', ...fields });
          })
        : (piece: string) => (text += piece);
      extend(silenceMs);
      if (body || isStream) {
        // Where fetch cannot stream there is no body: this throws, and polls take over.
        const reader = (body as NonNullable<typeof body>).getReader();
        const decoder = new TextDecoder();
        for (let piece; !(piece = await reader.read()).done;) {
          size += piece.value.length;
          if (size > BYTES_AT_MOST) return malformed(baseUrl);
          read(decoder.decode(piece.value, { stream: true }));
          extend(silenceMs);
        }
      } else text = await response.text();
      if (!isStream) {
        const held =
          status > 200
            ? undefined
            : { flags: readFlags(JSON.parse(text) as Flag[]), version: readVersion(headers.get('etag')) };
        receive({ type: 'answer', version, held_: held, stale_: headers.has('burgee-freshness') });
      }
    } catch (error) {
      if (error instanceof BurgeeError) return error;
      const failure = error as (Error & { cause?: { code?: string } }) | undefined;
      if (failure?.name === 'SyntaxError') return malformed(baseUrl);
      // A browser does not tell a page whether its origin was refused or nothing answered.
      const origin = page.location?.origin;
      return new BurgeeError(
        'unreachable',
        `${baseUrl} does not answer${origin ? ` or refuses ${origin}: register it` : ''}: ${failure?.cause?.code || failure?.name}`,
      );
    } finally {
      cancel();
      // Frees the connection of an answer that was not read to its end.
      abort.abort();
    }
  };
}
