import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import { FLAG_COLUMNS, type FlagRow, type ValueRow } from './flag-row.js';

/**
 * The flag, locked until the transaction ends, so that edits, renames and deletions of it run one after the other.
 * Creating an environment also waits, because it inserts a value of the flag. @throws not_found
 */
export async function lockFlag(manager: EntityManager, flagId: string): Promise<FlagRow> {
  const rows = await manager.sql<FlagRow[]>`
    select ${FLAG_COLUMNS} from flags.flags where id = ${flagId}
    for update`;
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The flags of this project among these ids, locked in the order of ids. */
export function lockFlags(manager: EntityManager, projectId: string, flagIds: readonly string[]): Promise<FlagRow[]> {
  return manager.sql<FlagRow[]>`
    select ${FLAG_COLUMNS} from flags.flags where id = any(${flagIds}::uuid[]) and project_id = ${projectId}
    order by id for update`;
}

/** The values of flags, locked after their flags. */
export function lockValues(manager: EntityManager, ...flagIds: readonly string[]): Promise<ValueRow[]> {
  return manager.sql<ValueRow[]>`
    select v.id, v.flag_id, v.environment_id, v.is_enabled, v.rollout_percentage, v.targeting_attribute,
           v.targeting_value, v.targeting_return_value, v.updated_at, v.served,
           e.name as environment_name, e.slug as environment_slug, e.icon as environment_icon
    from flags.flag_values v
    join flags.environments e on e.id = v.environment_id
    where v.flag_id = any(${flagIds}::uuid[])
    order by v.flag_id, v.environment_id
    for no key update of v`;
}

export interface LockedFlagAndValue {
  flag: Pick<FlagRow, 'id' | 'project_id' | 'key' | 'name' | 'type' | 'archived_at'>;
  value: ValueRow;
  /** The time of the next update: it rises even when the clock stands still or goes back. */
  nextUpdate: Date;
}

/** Small enough that this process parses the rows quickly. */
const LOCKED_AT_ONCE = 500;

/** The flags among these ids with a value in the environment, and the value, locked in the order of ids. */
export async function lockFlagsAndValues(
  manager: EntityManager,
  flagIds: readonly string[],
  environmentId: string,
): Promise<LockedFlagAndValue[]> {
  const ids = flagIds.toSorted();
  const locked: LockedFlagAndValue[] = [];
  for (let from = 0; from < ids.length; from += LOCKED_AT_ONCE) {
    locked.push(...(await lockSome(manager, ids.slice(from, from + LOCKED_AT_ONCE), environmentId)));
  }
  return locked;
}

async function lockSome(
  manager: EntityManager,
  flagIds: readonly string[],
  environmentId: string,
): Promise<LockedFlagAndValue[]> {
  const rows = await manager.sql<
    (ValueRow & Pick<FlagRow, 'project_id' | 'key' | 'name' | 'type' | 'archived_at'> & { next_update: Date })[]
  >`
    select f.project_id, f.key, f.name, f.type, f.archived_at,
           greatest(clock_timestamp(), v.updated_at + interval '1 millisecond')::timestamptz(3) as next_update,
           v.id, v.flag_id, v.environment_id, v.is_enabled, v.rollout_percentage, v.targeting_attribute,
           v.targeting_value, v.targeting_return_value, v.updated_at, v.served,
           e.name as environment_name, e.slug as environment_slug, e.icon as environment_icon
    from flags.flags f
    join flags.flag_values v on v.flag_id = f.id
    join flags.environments e on e.id = v.environment_id
    where f.id = any(${flagIds}::uuid[]) and v.environment_id = ${environmentId}
    order by f.id
    for no key update of f, v`;
  return rows.map(({ project_id, key, name, type, archived_at, next_update: nextUpdate, ...value }) => ({
    flag: { id: value.flag_id, project_id, key, name, type, archived_at },
    value,
    nextUpdate,
  }));
}

/** A flag and its value in one environment, both locked. @throws not_found, also for an environment of another project */
export async function lockFlagAndValue(
  manager: EntityManager,
  flagId: string,
  environmentId: string,
): Promise<LockedFlagAndValue> {
  const [locked] = await lockFlagsAndValues(manager, [flagId], environmentId);
  if (!locked) throw notFound();
  return locked;
}
