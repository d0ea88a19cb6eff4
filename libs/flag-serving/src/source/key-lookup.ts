import type { FlagSetVersion, KeyKind } from '@burgee/contracts/wire';
import type { AsOf } from './as-of.js';
import type { PendingAnswer } from './pending.js';

/** What the source says of a key and an origin. */
export interface KeyLookup extends AsOf {
  /** The environment that the key opens and its latest revision; undefined = the key opens nothing. */
  version: FlagSetVersion | undefined;
  /** What it opens of the environment; undefined = nothing. */
  keyKind: KeyKind | undefined;
  /** True also when there was no origin to look up. */
  originRegistered: boolean;
}

export type PendingLookup = PendingAnswer<KeyLookup>;
