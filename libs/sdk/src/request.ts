import type { Flag } from '@burgee/evaluation';
import { BurgeeError } from './burgee-error.js';
import { eventReader } from './event-reader.js';
import { readFlags } from './flag-state.js';
import { later, nothing } from './later.js';
import type { ClientOptions } from './options.js';
import { page } from './page.js';
import type { RequestType, Trigger } from './step.js';
import { FIRST_EVENT_MS, SILENCE_MS } from './timing.js';
import { readVersion } from './version.js';

export const keyRefused = (): BurgeeError =>
  new BurgeeError('sdk_key_invalid', 'Wrong SDK key: copy that of the environment in Burgee.', true);

export const malformed = (what: string): BurgeeError =>
  new BurgeeError('malformed', `${what} does not answer with flags.`);

/**
 * Requests all flags, or the stream of changes.
 * @param version what the client holds
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
  /** The key goes to no other origin, and the flags of another are not believed. */
  async function sendWithinOrigin(url: string, init: RequestInit): Promise<Response> {
    const response = await send(url, { ...init, redirect: 'manual' });
    // A page sees a redirect as status 0.
    const isRedirect = !response.status || /30[^4]/.test(`${response.status}`);
    // Nor does it see where that leads: a request without the key finds out.
    const end = isRedirect ? await send(url, { signal: init.signal as AbortSignal }).catch(nothing) : response;
    const at = end ? end.url || url : 'another:origin';
    if (new URL(at).origin !== new URL(url).origin)
      throw new BurgeeError('redirect_refused', `${baseUrl} redirects to ${at}: set baseUrl to the address of Burgee.`);
    return isRedirect ? send(at, { ...init, redirect: 'error' }) : response;
  }
  const refuses = `refuses ${page.location?.origin}: register it as the URL of the environment in Burgee.`;
  return async (type, version, receive, abort) => {
    const isStream = type === 'stream';
    let cancel = nothing;
    const extend = (ms: number): void => {
      cancel();
      cancel = later(ms, () => abort.abort());
    };
    try {
      extend(timeoutMs);
      const response = await sendWithinOrigin(`${baseUrl}/api/v1/${type}`, {
        headers: {
          'x-sdk-key': sdkKey,
          [isStream ? 'last-event-id' : 'if-none-match']: isStream ? version : `"${version}"`,
        },
        signal: abort.signal,
      });
      const { body, headers, status } = response;
      if (status === 401) return keyRefused();
      if (status === 403) return new BurgeeError('origin_not_registered', `${baseUrl} ${refuses}`, true);
      if (status > 304) {
        const retryAfterMs = Number(headers.get('retry-after')) * 1_000 || 0;
        return new BurgeeError('unexpected_status', `${baseUrl} answered ${status}.`, false, retryAfterMs);
      }
      let silenceMs = isStream ? FIRST_EVENT_MS : SILENCE_MS;
      extend(silenceMs);
      if (isStream) {
        const read = eventReader((fields) => {
          if (fields.data) silenceMs = SILENCE_MS;
          receive({ type: 'event', ...fields });
        });
        // Where fetch cannot stream there is no body: this throws, and polls take over.
        const reader = (body as NonNullable<typeof body>).getReader();
        const decoder = new TextDecoder();
        for (let piece; !(piece = await reader.read()).done;) {
          read(decoder.decode(piece.value, { stream: true }));
          extend(silenceMs);
        }
      } else {
        const held =
          status === 304
            ? undefined
            : { flags: readFlags((await response.json()) as Flag[]), version: readVersion(headers.get('etag')) };
        receive({ type: 'answer', version, held, stale: headers.has('burgee-freshness') });
      }
    } catch (error) {
      if (error instanceof BurgeeError) return error;
      if ((error as Error)?.name === 'SyntaxError') return malformed(baseUrl);
      // A browser does not tell a page whether its origin was refused or nothing answered.
      return new BurgeeError('unreachable', `${baseUrl} does not answer${page.document ? ` or ${refuses}` : '.'}`);
    } finally {
      cancel();
      // Frees the connection of an answer that was not read to its end.
      abort.abort();
    }
  };
}
