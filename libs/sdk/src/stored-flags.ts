import { murmur3 } from '@burgee/evaluation';
import { type FlagState, formatPlace, parsePlace, readFlags } from './flag-state.js';
import type { ClientOptions, FlagSnapshot, FlagStorage } from './options.js';
import { later } from './pause.js';
import { page } from './request.js';

/** A burst of changes is written once. */
const WRITE_AFTER_MS = 500;

/** @returns undefined when there is none, or the browser forbids it by throwing */
function storageOf({ storage }: ClientOptions): FlagStorage | undefined {
  if (storage !== undefined) return storage || undefined;
  try {
    return page.localStorage as FlagStorage | undefined;
  } catch {
    return undefined;
  }
}

/** @throws when it is no snapshot */
export function readSnapshot(given: FlagSnapshot | FlagSnapshot['flags'], source: FlagState['source']): FlagState {
  const { flags, version }: FlagSnapshot = 'flags' in given ? given : { flags: given };
  return { flags: readFlags(flags), place: parsePlace(version), source };
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

/** The last flags, kept under a name made of address and key; the key itself is not stored. Trouble here is silent. */
export function storedFlags(options: ClientOptions): StoredFlags {
  const storage = storageOf(options);
  const name = `burgee:${murmur3(`${options.baseUrl} ${options.sdkKey}`).toString(36)}`;
  let pending: FlagState | undefined;
  const flush = (): void => {
    const state = pending;
    pending = undefined;
    try {
      if (state) Promise.resolve(storage?.setItem(name, JSON.stringify(toSnapshot(state)))).catch(() => undefined);
    } catch {
      // Full, or forbidden.
    }
  };
  return {
    read(use) {
      const take = (text: string | null | undefined): void => {
        try {
          if (text) use(readSnapshot(JSON.parse(text) as FlagSnapshot, 'storage'));
        } catch {
          // Written by something else; overwritten soon.
        }
      };
      try {
        const found = storage?.getItem(name);
        if (typeof found === 'object' && found) found.then(take, () => undefined);
        else take(found);
      } catch {
        // Forbidden.
      }
    },
    write(state) {
      if (storage && !pending) later(WRITE_AFTER_MS, flush);
      if (storage) pending = state;
    },
    flush,
  };
}
