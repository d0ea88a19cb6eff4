import type { DomainError, FlagSetVersion, KeyKind } from '@burgee/contracts/wire';
import type { AsOf } from '../source/as-of.js';

/** A request that waits longer is authenticated again at its turn: its key may be revoked, its environment restored. */
export const ACCESS_HOLDS_MILLISECONDS = 100;

/** A key and the environment it opens. A client key opens decisions only; other routes refuse it. */
interface OpenedByKey {
  keyHash: string;
  keyKind: KeyKind;
  version: FlagSetVersion;
}

/** The access decision for a request's key and origin. `allowOrigin` goes into the CORS headers, also of a refusal. */
export type Access = { allowOrigin: string | undefined } & (
  | ({ kind: 'fresh' } & OpenedByKey & AsOf)
  /** The source does not respond, but the key opened this environment at the last successful look-up. */
  | ({ kind: 'stale' } & OpenedByKey)
  | { kind: 'refused'; error: DomainError }
);

export type Refusal = Extract<Access, { kind: 'refused' }>;
export type GrantedAccess = Exclude<Access, Refusal>;
