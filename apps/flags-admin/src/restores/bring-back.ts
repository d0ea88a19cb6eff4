import { DomainError } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { describedFlag, type FlagRow, FRESH_VALUE, servedNow, type ValueState } from '../flags/flag-row.js';
import type { Change } from '../unit-of-work/change.js';
import type { DeletedFlag } from '../flags/deleted-flags.js';

/** A deleted flag and its restored values. */
export interface Returning {
  flag: DeletedFlag['flag'];
  archived: boolean;
  /** By environment, for every environment of the project. */
  values: ReadonlyMap<string, ValueState>;
}

/**
 * @param values overrides its old values. Environments that are newer than its deletion get the value of a new flag.
 */
export function returningFlag(
  { flag, values }: DeletedFlag,
  environmentIds: readonly string[],
  given: { archived?: boolean; values?: ReadonlyMap<string, ValueState> } = {},
): Returning {
  const valueIn = (id: string) => given.values?.get(id) ?? values[id] ?? FRESH_VALUE;
  return {
    flag,
    archived: given.archived ?? flag.archived_at !== null,
    values: new Map(environmentIds.map((id) => [id, valueIn(id)])),
  };
}

/** The environments of a locked project, in the order of ids. */
export async function environmentsOf(manager: EntityManager, projectId: string): Promise<string[]> {
  const rows = await manager.sql<{ id: string }[]>`
    select id from flags.environments where project_id = ${projectId} order by id`;
  return rows.map(({ id }) => id);
}

/** @throws duplicate, with a fault for each key that another flag uses now */
export async function assertKeysFree(
  manager: EntityManager,
  projectId: string,
  flags: readonly Pick<FlagRow, 'key'>[],
  pointer: string,
): Promise<void> {
  const keys = flags.map(({ key }) => key);
  const taken = await manager.sql<{ key: string }[]>`
    select key from flags.flags where project_id = ${projectId} and key = any(${keys}::text[]) order by key`;
  if (taken.length === 0) return;
  const detail =
    'Other flags now use the keys of some deleted flags. Name the flags to restore without these, or delete the flags that use ' +
    'the keys.';
  throw new DomainError('duplicate', detail, {
    errors: taken.map(({ key }) => ({ pointer, detail: `another flag now uses the key ${key}` })),
  });
}

/** Restores deleted flags under their ids, with their values. The caller has checked keys and quota. */
export async function bringBack(change: Change, projectId: string, flags: readonly Returning[]): Promise<void> {
  if (flags.length === 0) return;
  const { manager } = change;
  const rows = flags.map(({ flag, archived }) => ({ ...flag, archived_at: archived ? flag.archived_at : null }));
  await manager.sql`
    insert into flags.flags (id, project_id, key, name, type, description, tags, owner_id,
                             kind, ends_on, created_by, created_at, archived_at)
    select n.id, ${projectId}::uuid, n.key, n.name, n.type, n.description, n.tags,
           (select m.user_id from flags.members m where m.project_id = ${projectId} and m.user_id = n.owner_id),
           n.kind, n.ends_on, n.created_by, n.created_at, n.archived_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(id uuid, key text, name text, type text, description text,
      tags text[], owner_id uuid, kind text, ends_on date, created_by uuid, created_at timestamptz, archived_at timestamptz)`;
  const values = flags.flatMap(({ flag, values: byEnvironment }) =>
    [...byEnvironment].map(([environment_id, value]) => ({ id: uuidv7(), flag_id: flag.id, environment_id, ...value })),
  );
  await manager.sql`
    insert into flags.flag_values (id, flag_id, environment_id, is_enabled, rollout_percentage, targeting_attribute,
      targeting_value, targeting_return_value, served)
    select n.id, n.flag_id, n.environment_id, n.is_enabled, n.rollout_percentage, n.targeting_attribute,
           n.targeting_value, n.targeting_return_value, coalesce(n.served, true)
    from json_to_recordset(${JSON.stringify(values)}::json) as n(id uuid, flag_id uuid, environment_id uuid,
      is_enabled boolean, rollout_percentage int, targeting_attribute text, targeting_value text,
      targeting_return_value text, served boolean)`;
  await manager.sql`delete from flags.deleted_flags where flag_id = any(${rows.map(({ id }) => id)}::uuid[])`;
  for (const one of flags) announceBack(change, one);
}

function announceBack(change: Change, { flag, archived, values }: Returning): void {
  for (const [environmentId, value] of values) {
    change.touch(environmentId);
    const served = servedNow(flag, value);
    if (!served) continue;
    if (archived) change.unservedValueChanged(environmentId);
    else change.flagUpdated(environmentId, served, undefined);
  }
  const environments = [...values].map(([environment_id, value]) => ({ environment_id, ...value }));
  change.audit({
    action: 'flag_restore',
    project_id: flag.project_id,
    flag_id: flag.id,
    flag_key: flag.key,
    old_values: null,
    new_values: { ...describedFlag(flag), ...(archived && { archived }), environments },
  });
}
