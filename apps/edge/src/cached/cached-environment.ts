import type { ChangeRow, EdgeAccess, EdgeKey, FlagSet } from '@burgee/contracts/wire';
import { charactersOf } from '@burgee/flag-serving';
import { ChangedFlagSet } from './changed-flag-set.js';

/** Most clients that reconnect missed no more than these. */
const CHANGES_AT_MOST = 256;
/** Of their texts: with more, a client that reconnects is sent a snapshot. */
const CHARACTERS_AT_MOST = 256 * 1024;

/** All that an edge knows of an environment. Never changed in place. */
export interface CachedEnvironment {
  readonly set: FlagSet | undefined;
  /** The last changes, up to the revision of the set and without a gap. */
  readonly changes: readonly ChangeRow[];
  readonly access: EdgeAccess;
  /** When the upstream last said that this is current, ms since 1970. */
  readonly heardAt: number;
  /** False while the upstream is silent. */
  readonly isCurrent: boolean;
  /** False while this is only what a file says. */
  readonly isFollowed: boolean;
}

export const emptyEnvironment = (environmentId: string): CachedEnvironment => ({
  set: undefined,
  changes: [],
  access: { environment_id: environmentId, origins: [], keys: [] },
  heardAt: 0,
  isCurrent: false,
  isFollowed: false,
});

/** @returns undefined when the row does not follow what is cached: a flag set is needed then */
export function withChange(cached: CachedEnvironment, row: ChangeRow): CachedEnvironment | undefined {
  const { set } = cached;
  if (!set || row.epoch !== set.epoch || row.revision !== set.revision + 1) return undefined;
  return { ...cached, set: new ChangedFlagSet(set, row, row.revision), changes: latest([...cached.changes, row]) };
}

/** The last of them that there is room for; one at least. */
function latest(changes: readonly ChangeRow[]): readonly ChangeRow[] {
  let characters = 0;
  const from = changes.findLastIndex((row) => (characters += charactersOf(row)) > CHARACTERS_AT_MOST) + 1;
  return changes.slice(Math.max(Math.min(from, changes.length - 1), changes.length - CHANGES_AT_MOST));
}

/** What the flags of an environment take, in bytes. */
export function bytesOf({ set }: { set?: FlagSet | undefined }): number {
  return set instanceof ChangedFlagSet ? set.size : (set?.body.length ?? 0);
}

/** A row that follows nothing: whoever reads it takes the whole flag set instead. */
const unfollowable = ({ environmentId, epoch, revision }: FlagSet): ChangeRow =>
  ({ environment_id: environmentId, epoch, revision, kind: 'flag_deleted', data: {} }) as unknown as ChangeRow;

/** The changes after a revision; if they are not all here, what cannot be taken for them. */
export function changesAfter({ set, changes }: CachedEnvironment, revision: number): ChangeRow[] {
  if (!set || set.revision <= revision) return [];
  const later = changes.filter((row) => row.revision > revision);
  return later[0]?.revision === revision + 1 ? later : [unfollowable(set)];
}

/** @param now ms since 1970 */
export const isLive = ({ expires_at }: EdgeKey, now: number): boolean =>
  expires_at === null || Date.parse(expires_at) > now;

/**
 * Whether its keys are good: the upstream confirms them, or did so not long ago.
 * @param keyMaxAgeMs how long they are without that
 * @param now ms since 1970
 */
export const areKeysGood = (
  { isCurrent, heardAt }: Pick<CachedEnvironment, 'isCurrent' | 'heardAt'>,
  keyMaxAgeMs: number,
  now: number,
): boolean => isCurrent || now - heardAt <= keyMaxAgeMs;
