import type { ChangeRow, EdgeAccess, EdgeKey, FlagSet } from '@burgee/contracts/wire';
import { charactersOf } from '@burgee/flag-serving';
import { ChangedFlagSet } from './changed-flag-set.js';

/** Enough for most clients that reconnect. */
const CHANGES_AT_MOST = 256;
/** Total length of their texts. With more, a client that reconnects gets a snapshot. */
const CHARACTERS_AT_MOST = 256 * 1024;

/** The state of an environment at an edge. Never changed in place. */
export interface CachedEnvironment {
  readonly set: FlagSet | undefined;
  /** The last changes, up to the revision of the set and without a gap. */
  readonly changes: readonly ChangeRow[];
  readonly access: EdgeAccess;
  /** When the upstream last confirmed that this is current, ms since 1970. */
  readonly heardAt: number;
  /** False while the upstream is down. */
  readonly isCurrent: boolean;
  /** False while it comes only from a file. */
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

/** @returns undefined when the row does not follow the cached state: a flag set is needed then */
export function withChange(cached: CachedEnvironment, row: ChangeRow): CachedEnvironment | undefined {
  const { set } = cached;
  if (!set || row.epoch !== set.epoch || row.revision !== set.revision + 1) return undefined;
  return { ...cached, set: new ChangedFlagSet(set, row, row.revision), changes: latest([...cached.changes, row]) };
}

/** The latest changes within the limits; at least one. */
function latest(changes: readonly ChangeRow[]): readonly ChangeRow[] {
  let characters = 0;
  const from = changes.findLastIndex((row) => (characters += charactersOf(row)) > CHARACTERS_AT_MOST) + 1;
  return changes.slice(Math.max(Math.min(from, changes.length - 1), changes.length - CHANGES_AT_MOST));
}

/** The size of an environment's flags in bytes. */
export function bytesOf({ set }: { set?: FlagSet | undefined }): number {
  return set instanceof ChangedFlagSet ? set.size : (set?.body.length ?? 0);
}

/** A row that follows no position: its readers take the whole flag set instead. */
const unfollowable = ({ environmentId, epoch, revision }: FlagSet): ChangeRow =>
  ({ environment_id: environmentId, epoch, revision, kind: 'flag_deleted', data: {} }) as unknown as ChangeRow;

/** The changes after a revision; if some are missing, a row that follows nothing. */
export function changesAfter({ set, changes }: CachedEnvironment, revision: number): ChangeRow[] {
  if (!set || set.revision <= revision) return [];
  const later = changes.filter((row) => row.revision > revision);
  return later[0]?.revision === revision + 1 ? later : [unfollowable(set)];
}

/** @param now ms since 1970 */
export const isLive = ({ expires_at }: EdgeKey, now: number): boolean =>
  expires_at === null || Date.parse(expires_at) > now;

/**
 * Whether its keys may be accepted: the upstream confirms them, or did so recently.
 * @param keyMaxAgeMs how long they stay valid without a confirmation
 * @param now ms since 1970
 */
export const areKeysGood = (
  { isCurrent, heardAt }: Pick<CachedEnvironment, 'isCurrent' | 'heardAt'>,
  keyMaxAgeMs: number,
  now: number,
): boolean => isCurrent || now - heardAt <= keyMaxAgeMs;
