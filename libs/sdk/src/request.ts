import { BurgeeError } from './problems.js';
import { later, readRetryAfter } from './pause.js';
import type { ClientOptions } from './options.js';

/** What a page has and a process has not. Asked for at each use: a test, or a polyfill, may bring it later. */
export const page = globalThis as unknown as {
  location?: { origin?: string };
  localStorage?: unknown;
  document?: { visibilityState?: string; addEventListener?: Function; removeEventListener?: Function };
  addEventListener?: Function;
  removeEventListener?: Function;
};

/** A browser hides a refusal of the page's origin. A request without CORS tells it from a server that is away. */
export async function explainSilence(error: BurgeeError, { baseUrl, fetch: given = fetch }: ClientOptions) {
  const origin = page.document && page.location?.origin;
  if (error.code !== 'unreachable' || !origin || baseUrl.startsWith(origin)) return error;
  const register = `register ${origin} as the URL of the environment in Burgee`;
  return given(`${baseUrl}/api/v1/flags`, { mode: 'no-cors' }).then(
    () => new BurgeeError('origin_not_registered', `Burgee at ${baseUrl} refuses pages of ${origin}: ${register}.`),
    () => new BurgeeError(error.code, `${error.message} If it is up, ${register}.`),
  );
}

function explainStatus(status: number, baseUrl: string, retryAfterMs: number | undefined): BurgeeError {
  if (status === 401)
    return new BurgeeError(
      'sdk_key_invalid',
      'Burgee refused the SDK key (401). It is wrong or was rotated: copy the key of the environment anew.',
      true,
    );
  if (status === 403)
    return new BurgeeError(
      'origin_not_registered',
      `Burgee refused this origin (403): register ${page.location?.origin ?? 'it'} as the URL of the environment.`,
      true,
    );
  const message = `${baseUrl} answered ${status}. Flags stay as they are; trying again.`;
  return new BurgeeError('unexpected_status', message, false, retryAfterMs);
}

/** One request: `use` gets the answer, and says with `alive(ms)` how long to wait for the next sign of life. */
export type Request = <T>(
  path: string,
  headers: Record<string, string | undefined>,
  use: (response: Response, alive: (ms: number) => void) => Promise<T>,
  signal?: AbortController,
) => Promise<T>;

/** @returns a way to ask the service; it rejects with nothing but a BurgeeError */
export function requester({ sdkKey, baseUrl, timeoutMs = 15_000, fetch: given }: ClientOptions): Request {
  const fetchFrom: typeof fetch = given ?? ((...args) => fetch(...args));
  return async (path, headers, use, abort = new AbortController()) => {
    let stop = (): void => undefined;
    const alive = (ms: number): void => {
      stop();
      stop = later(ms, () => abort.abort());
    };
    alive(timeoutMs);
    try {
      const known = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const response = await fetchFrom(baseUrl + path, {
        headers: { 'x-sdk-key': sdkKey, ...Object.fromEntries(known) },
        signal: abort.signal,
      });
      const { status } = response;
      if (status !== 200 && status !== 304)
        throw explainStatus(status, baseUrl, readRetryAfter(response.headers.get('retry-after')));
      return await use(response, alive);
    } catch (error) {
      if (error instanceof BurgeeError) throw error;
      const message = `Burgee at ${baseUrl} does not answer. Flags stay as they are; trying again.`;
      throw new BurgeeError('unreachable', message);
    } finally {
      stop();
      // Frees the connection of an answer that was not read to its end.
      abort.abort();
    }
  };
}
