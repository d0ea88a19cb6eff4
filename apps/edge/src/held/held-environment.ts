import { applyToBody, type ChangeRow, type EdgeAccess, type EdgeKey, type FlagSet } from '@burgee/contracts/wire';

/** Most clients that reconnect missed no more than these. */
const CHANGES_AT_MOST = 256;

/** All that an edge knows of an environment. Never changed in place. */
export interface HeldEnvironment {
  readonly set: FlagSet | undefined;
  /** The last changes, up to the revision of the set and without a gap. */
  readonly changes: readonly ChangeRow[];
  readonly access: EdgeAccess;
  /** When the upstream last said that this is current, ms since 1970. */
  readonly heardAt: number;
  /** False while the upstream is silent. */
  readonly isCurrent: boolean;
}

export const emptyEnvironment = (environmentId: string): HeldEnvironment => ({
  set: undefined,
  changes: [],
  access: { environment_id: environmentId, origins: [], keys: [] },
  heardAt: 0,
  isCurrent: false,
});

/** @returns undefined when the row does not follow what is held: a flag set is needed then */
export function withChange(held: HeldEnvironment, row: ChangeRow): HeldEnvironment | undefined {
  const { set } = held;
  if (!set || row.epoch !== set.epoch || row.revision !== set.revision + 1) return undefined;
  const body = applyToBody(set.body, row);
  const changes = [...held.changes.slice(1 - CHANGES_AT_MOST), row];
  return { ...held, set: { ...set, revision: row.revision, body }, changes };
}

/** A row that follows nothing: whoever reads it takes the whole flag set instead. */
const unfollowable = ({ environmentId, epoch, revision }: FlagSet): ChangeRow =>
  ({ environment_id: environmentId, epoch, revision, kind: 'flag_deleted', data: {} }) as unknown as ChangeRow;

/** The changes after a revision; if they are not all here, what cannot be taken for them. */
export function changesAfter({ set, changes }: HeldEnvironment, revision: number): ChangeRow[] {
  if (!set || set.revision <= revision) return [];
  const later = changes.filter((row) => row.revision > revision);
  return later[0]?.revision === revision + 1 ? later : [unfollowable(set)];
}

/** @param now ms since 1970 */
export const isLive = ({ expires_at }: EdgeKey, now: number): boolean =>
  expires_at === null || Date.parse(expires_at) > now;
