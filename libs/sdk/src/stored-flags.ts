import { environmentHash } from './environment-hash.js';
import { type FlagState, readFlags } from './flag-state.js';
import { later } from './later.js';
import type { ClientOptions, FlagSnapshot, FlagStorage } from './options.js';
import { page } from './page.js';
import { quietly } from './quietly.js';
import { WRITE_AFTER_MS } from './limits.js';
import { readVersion } from './version.js';

/** @throws SyntaxError when this is not a snapshot */
export function readSnapshot(given: FlagSnapshot | FlagSnapshot['flags']): FlagState {
  const { flags, version } = given as FlagSnapshot;
  return { flags: readFlags(flags ?? given), version: readVersion(version) };
}

export const toSnapshot = ({ flags, version }: FlagState): FlagSnapshot => ({
  flags: [...flags.values()],
  version,
});

export interface StoredFlags {
  /** Calls `use` with what was stored: before it returns, if storage is synchronous. */
  read(use: (state: FlagState) => void): void;
  write(state: FlagState): void;
  flush(): void;
}

/**
 * The last flags, stored under a hash of address and key; the key itself is not stored. Errors of the storage are ignored: a
 * storage that is full, forbidden or holds something else counts as empty.
 */
export function storedFlags({ storage: given, baseUrl, sdkKey }: ClientOptions): StoredFlags {
  let pending: FlagState | undefined;
  const name = `burgee:${environmentHash(baseUrl, sdkKey)}`;
  // Node has a localStorage too: to touch it prints a warning.
  const storage = (): FlagStorage => (given ?? (page.document && page.localStorage)) as FlagStorage;
  const flush = (): void => {
    const state = pending;
    pending = undefined;
    if (state) void quietly(() => storage().setItem(name, JSON.stringify(toSnapshot(state))));
  };
  return {
    read(use) {
      const take = (text: string | null): void => use(readSnapshot(JSON.parse(text as string) as FlagSnapshot));
      // A synchronous storage has called `use` when this returns.
      void quietly(() => {
        const found = storage().getItem(name) as string | Promise<string | null>;
        return typeof found === 'string' ? take(found) : found.then(take);
      });
    },
    write(state) {
      if (!pending) later(WRITE_AFTER_MS, flush);
      pending = state;
    },
    flush,
  };
}
