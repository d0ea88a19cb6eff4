import type { ClientOptions } from './options.js';
import { page } from './page.js';
import { later, nothing } from './pause.js';
import { BurgeeError } from './problems.js';

export const keyRefused = (): BurgeeError =>
  new BurgeeError('sdk_key_invalid', 'Wrong SDK key: copy that of the environment in Burgee.', true);

export const malformed = (what: string): BurgeeError =>
  new BurgeeError('malformed', `${what} does not answer with flags.`);

/** The requests under way: abort them to stop. */
export type Running = Set<AbortController>;

/** One request: `use` gets the answer, and says with `alive(ms)` how long to wait for the next sign of life. */
export type Request = (
  path: string,
  headers: Record<string, string>,
  use: (response: Response, alive: (ms: number) => void) => Promise<void>,
  running: Running,
) => Promise<BurgeeError | undefined>;

/** @returns a way to ask the service that never rejects; it resolves to what was wrong, if anything */
export function requester({
  sdkKey,
  baseUrl,
  timeoutMs = 15_000,
  fetch: ask = globalThis.fetch,
}: ClientOptions): Request {
  const refuses = `refuses ${page.location?.origin}: register it as the URL of the environment in Burgee.`;
  return async (path, headers, use, running) => {
    const abort = new AbortController();
    let cancel = nothing;
    const alive = (ms: number): void => {
      cancel();
      cancel = later(ms, () => abort.abort());
    };
    running.add(abort);
    try {
      alive(timeoutMs);
      const response = await ask(baseUrl + path, {
        headers: { 'x-sdk-key': sdkKey, ...headers },
        signal: abort.signal,
      });
      const { status } = response;
      if (status === 401) return keyRefused();
      if (status === 403) return new BurgeeError('origin_not_registered', `${baseUrl} ${refuses}`, true);
      if (status > 304) {
        const retryAfterMs = Number(response.headers.get('retry-after')) * 1_000 || 0;
        return new BurgeeError('unexpected_status', `${baseUrl} answered ${status}.`, false, retryAfterMs);
      }
      await use(response, alive);
      return undefined;
    } catch (error) {
      if ((error as Error)?.name === 'SyntaxError') return malformed(baseUrl);
      // A browser hides from a page whether it was refused or nobody was there.
      return new BurgeeError('unreachable', `${baseUrl} does not answer${page.document ? ` or ${refuses}` : '.'}`);
    } finally {
      cancel();
      running.delete(abort);
      // Frees the connection of an answer that was not read to its end.
      abort.abort();
    }
  };
}
