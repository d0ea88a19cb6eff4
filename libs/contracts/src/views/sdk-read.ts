import type { ServedFlag } from '../http/sdk.js';

/** Row of `sdk_read.authority_v1`: what a key opens at this moment. Revoked and outlived keys have no row. */
export interface AuthorityRow {
  /** SHA-256 of the key, hex. */
  key_hash: string;
  environment_id: string;
  epoch: string;
  revision: number;
}

/** Row of `sdk_read.origin_v1`: an origin that browsers may call from. */
export interface OriginRow {
  origin: string;
}

/** Row of `sdk_read.environment_v1`: how far an environment has come. */
export interface EnvironmentRevisionRow {
  environment_id: string;
  epoch: string;
  revision: number;
}

/** Row of `sdk_read.flag_set_v1`: all flags of an environment and the revision they are, in one snapshot. */
export interface FlagSetRow extends EnvironmentRevisionRow {
  flags: ServedFlag[];
}

/** What a change says of its flag: all of it when it was updated, its name when it is gone. */
export type FlagChange =
  { kind: 'flag_updated'; data: ServedFlag } | { kind: 'flag_deleted'; data: Pick<ServedFlag, 'flag_id' | 'key'> };

/** Row of `sdk_read.change_v1`: what made `revision`, kept at least 24 h. */
export type ChangeRow = {
  environment_id: string;
  revision: number;
  /** The history that the row belongs to. */
  epoch: string;
  /** When it was written, in the transaction of the change. */
  occurred_at: Date;
  /** W3C trace context of the request that made it. */
  traceparent: string | null;
} & FlagChange;
