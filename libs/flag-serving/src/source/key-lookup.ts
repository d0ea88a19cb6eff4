import type { FlagSetVersion, KeyKind } from '@burgee/contracts/wire';
import type { AsOf } from './as-of.js';
import type { PendingAnswer } from './pending.js';

/** The result of looking up a key and an origin. */
export interface KeyLookup extends AsOf {
  /** The environment of the key with its latest revision; undefined = the key opens none. */
  version: FlagSetVersion | undefined;
  /** The kind of the key; undefined = it opens none. */
  keyKind: KeyKind | undefined;
  /** Also true without an origin to look up. */
  originRegistered: boolean;
}

export type PendingLookup = PendingAnswer<KeyLookup>;
