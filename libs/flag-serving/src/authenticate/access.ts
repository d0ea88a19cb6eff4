import { type DomainError, type FlagSetVersion } from '@burgee/contracts/wire';
import type { AsOf } from '../source/flag-source.js';

/** Whoever waits longer is looked up anew at its turn: its key may be revoked by then, its environment restored. */
export const ACCESS_HOLDS_MILLISECONDS = 100;

/** What is decided about key and origin of a request. `allowOrigin` is what CORS may answer, also beside a refusal. */
export type Access = { allowOrigin: string | undefined } & (
  | ({ kind: 'fresh'; keyHash: string; version: FlagSetVersion } & AsOf)
  /** The source does not answer, but this key opened this environment when it last did. */
  | { kind: 'stale'; keyHash: string; version: FlagSetVersion }
  | { kind: 'refused'; error: DomainError }
);

export type Refusal = Extract<Access, { kind: 'refused' }>;
export type Granted = Exclude<Access, Refusal>;
