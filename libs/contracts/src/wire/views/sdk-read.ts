import type { EdgeAccess } from '../edge-access.js';
import type { KeyKind } from '../sdk-key.js';
import type { ServedFlag } from '../served-flag.js';

/** Row of `sdk_read.server_v1`. This and every other view of the schema fails on a standby (SQLSTATE 25006). */
export interface ServerRow {
  /** Changes when a standby is promoted, and after a recovery to a point in time; '' where the server cannot name it. */
  timeline: string;
}

/** Row of `sdk_read.key_v1`: what a key opens at this moment. Revoked and expired keys have no row. */
export interface KeyRow {
  /** SHA-256 of the key, hex. */
  key_hash: string;
  key_kind: KeyKind;
  environment_id: string;
  epoch: string;
  revision: number;
}

/** Row of `sdk_read.access_v1`: who may call for an environment at this moment. */
export interface AccessRow extends EdgeAccess {
  /** Another one whenever the rest of the row is. */
  tag: string;
}

/** Row of `sdk_read.environment_v1`: the present revision of an environment. */
export interface EnvironmentRevisionRow {
  environment_id: string;
  epoch: string;
  revision: number;
}

/** Row of `sdk_read.flag_set_v2`: all flags of an environment and their revision, in one snapshot. */
export interface FlagSetRow extends EnvironmentRevisionRow {
  /** As it is served; what `flagSetBody` makes of the flags. */
  body: string;
}

/** Row of `sdk_read.project_v1`: the project of an environment, and the account that has made it, if that is known. */
export interface ProjectRow {
  environment_id: string;
  project_id: string;
  account_id: string | null;
}

/** The flag of a change: all fields if it was updated, id and key if it was deleted. */
export type FlagChange =
  | { kind: 'flag_updated'; data: ServedFlag }
  | { kind: 'flag_deleted'; data: Pick<ServedFlag, 'flag_id' | 'key'> };

/** Row of `sdk_read.change_v2`: what made `revision`, kept at least 24 h. */
export type ChangeRow = {
  environment_id: string;
  revision: number;
  /** The epoch in which the change was made. */
  epoch: string;
  /** When it was written, in the transaction of the change. */
  occurred_at: Date;
  /** W3C trace context of the request that made it. */
  traceparent: string | null;
} & FlagChange;
