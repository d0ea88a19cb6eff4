import type { ClientOptions, FlagStorage } from '@burgee/sdk';
import { flagCache } from './flag-cache.js';
import { type BurgeeConnectionOptions, TIMEOUT_MS } from './options.js';

/** @returns undefined outside of pages (Node has one too, and prints a warning), or if the browser throws */
function localStorageOf(host: { document?: unknown; localStorage?: FlagStorage }): FlagStorage | undefined {
  try {
    return host.document ? host.localStorage : undefined;
  } catch {
    return undefined;
  }
}

function storageOf(options: BurgeeConnectionOptions): FlagStorage | false {
  const storage = options.storage ?? localStorageOf(globalThis as { localStorage?: FlagStorage });
  if (!storage || options.cacheMode === 'disabled') return false;
  return flagCache(storage, { prefix: options.cacheKeyPrefix, ttl: options.cacheTTL });
}

function fetchOf({ headers, headersFactory, fetchImplementation }: BurgeeConnectionOptions): typeof fetch | undefined {
  if (!headers && !headersFactory) return fetchImplementation;
  return async (input, init) => {
    const all = new Headers({ ...headers, ...(await headersFactory?.()) });
    // Burgee's own headers win.
    for (const [name, value] of Object.entries((init?.headers ?? {}) as Record<string, string>)) all.set(name, value);
    return (fetchImplementation ?? fetch)(input, { ...init, headers: all });
  };
}

function sleepAfterMs({ disableVisibilityRefresh, inactivityDelaySec }: BurgeeConnectionOptions): number | undefined {
  if (disableVisibilityRefresh) return 0;
  // 0 means at once here, but never in the client.
  return inactivityDelaySec === undefined ? undefined : Math.max(inactivityDelaySec * 1_000, 1);
}

/** Turns the options of a provider into the options of its client. */
export function clientOptions(options: BurgeeConnectionOptions): ClientOptions {
  const { baseUrl, sdkKey, bootstrap, logger, changeDetection = 'sse', pollInterval } = options;
  return {
    baseUrl,
    sdkKey,
    bootstrap,
    logger,
    storage: storageOf(options),
    fetch: fetchOf(options),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    sleepAfterMs: sleepAfterMs(options),
    stream: changeDetection === 'sse',
    pollInterval: changeDetection === 'none' ? 0 : pollInterval,
  };
}
