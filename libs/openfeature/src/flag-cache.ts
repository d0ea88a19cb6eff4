import type { FlagStorage } from '@burgee/sdk';

const MONTH_MS = 30 * 24 * 60 * 60_000;
/** The version of the stored format. Another version is ignored. */
const VERSION = 1;

interface CachedFlag {
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  readonly flags: string;
}

export interface FlagCacheOptions {
  readonly prefix?: string | undefined;
  /** Milliseconds. */
  readonly ttl?: number | undefined;
  readonly now?: () => number;
}

/** A storage whose entries expire: each has the time of its writing. */
export function flagCache(
  storage: FlagStorage,
  { prefix = '', ttl = MONTH_MS, now = Date.now }: FlagCacheOptions = {},
): FlagStorage {
  function open(text: string | null): string | null {
    if (text === null) return null;
    const { version, writtenAt, flags } = JSON.parse(text) as CachedFlag;
    const age = now() - writtenAt;
    return version === VERSION && age >= 0 && age <= ttl ? flags : null;
  }
  return {
    getItem(name) {
      const found = storage.getItem(prefix + name);
      return found instanceof Promise ? found.then(open) : open(found);
    },
    setItem: (name, flags) =>
      storage.setItem(
        prefix + name,
        JSON.stringify({ version: VERSION, writtenAt: now(), flags } satisfies CachedFlag),
      ),
  };
}
