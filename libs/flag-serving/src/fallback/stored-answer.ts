import type { FlagSet, FlagSetVersion } from '@burgee/contracts/wire';

/** What the first line of a file says. */
export interface StoredLabel {
  version: FlagSetVersion;
  /** SHA-256 of the keys that opened it at the last check. */
  keyHashes: string[];
  /** When it was last known to be current, ms since 1970. */
  checkedAt: number;
}

/** All that a replica needs to answer for an environment while the source does not. */
export interface StoredAnswer extends Omit<StoredLabel, 'version'> {
  set: FlagSet;
}
