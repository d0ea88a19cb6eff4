import { murmur3 } from '@burgee/evaluation';
import { type FlagState, formatPlace, parsePlace, readFlags } from './flag-state.js';
import type { ClientOptions, FlagSnapshot, FlagStorage } from './options.js';
import { page } from './page.js';
import { later, quietly } from './pause.js';

/** A burst of changes is written once. */
const WRITE_AFTER_MS = 500;

/** @throws when it is no snapshot */
export function readSnapshot(given: FlagSnapshot | FlagSnapshot['flags'], source: FlagState['source']): FlagState {
  const { flags, version } = given as FlagSnapshot;
  return { flags: readFlags(flags ?? given), place: parsePlace(version), source };
}

export const toSnapshot = ({ flags, place }: FlagState): FlagSnapshot => ({
  flags: [...flags.values()],
  version: formatPlace(place),
});

export interface StoredFlags {
  /** Hands over what was stored, at once where storage answers at once. */
  read(use: (state: FlagState) => void): void;
  write(state: FlagState): void;
  flush(): void;
}

/**
 * The last flags, kept under a name made of address and key; the key itself is not stored. Storage that is full, forbidden
 * or written by something else is as good as none, and no trouble of the page's.
 */
export function storedFlags({ storage: given, baseUrl, sdkKey }: ClientOptions): StoredFlags {
  let storage: FlagStorage | undefined;
  let pending: FlagState | undefined;
  const name = `burgee:${murmur3(baseUrl + sdkKey)}`;
  void quietly(() => (storage = (given ?? page.localStorage) as FlagStorage));
  const flush = (): void => {
    const state = pending;
    pending = undefined;
    if (state) void quietly(() => storage?.setItem(name, JSON.stringify(toSnapshot(state))));
  };
  return {
    read(use) {
      const take = (text: string | null): void =>
        use(readSnapshot(JSON.parse(text as string) as FlagSnapshot, 'storage'));
      // Storage that answers at once has answered when this returns.
      void quietly(() => {
        const found = storage?.getItem(name) as string | Promise<string | null>;
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
