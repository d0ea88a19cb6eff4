import type { DomainError, FlagSetVersion, KeyKind } from '@burgee/contracts/wire';
import type { AsOf } from '../source/as-of.js';

/** Whoever waits longer is looked up anew at its turn: its key may be revoked by then, its environment restored. */
export const ACCESS_HOLDS_MILLISECONDS = 100;

/** The key of a request and what it opens. A client key opens decisions, and is refused wherever these are not asked for. */
interface OpenedByKey {
  keyHash: string;
  keyKind: KeyKind;
  version: FlagSetVersion;
}

/** What is decided about key and origin of a request. `allowOrigin` is what CORS may answer, also beside a refusal. */
export type Access = { allowOrigin: string | undefined } & (
  | ({ kind: 'fresh' } & OpenedByKey & AsOf)
  /** The source does not answer, but this key opened this environment when it last did. */
  | ({ kind: 'stale' } & OpenedByKey)
  | { kind: 'refused'; error: DomainError }
);

export type Refusal = Extract<Access, { kind: 'refused' }>;
export type GrantedAccess = Exclude<Access, Refusal>;
