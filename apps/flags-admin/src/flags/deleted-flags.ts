import type { EntityManager } from 'typeorm';
import { type FlagRow, type ValueRow, type ValueState, valueState } from './flag-row.js';

/** A deleted flag in its last state. */
export interface DeletedFlag {
  flag: Omit<FlagRow, 'created_at' | 'updated_at' | 'archived_at'> & { created_at: string; archived_at: string | null };
  /** By environment. */
  values: Record<string, ValueState>;
}

/** Stores a deleted flag and its values, so that it can be restored. */
export function keepDeleted(manager: EntityManager, flag: FlagRow, values: readonly ValueRow[]): Promise<unknown> {
  const byEnvironment = Object.fromEntries(values.map((value) => [value.environment_id, valueState(value)]));
  return manager.sql`
    insert into flags.deleted_flags (flag_id, project_id, flag, flag_values)
    values (${flag.id}, ${flag.project_id}, ${JSON.stringify(flag)}::jsonb, ${JSON.stringify(byEnvironment)}::jsonb)
    on conflict (flag_id) do update
    set flag = excluded.flag, flag_values = excluded.flag_values, deleted_at = excluded.deleted_at`;
}

/** The ids and keys of the restorable flags among these ids. The caller has locked the project. */
export function peekDeleted(
  manager: EntityManager,
  projectId: string,
  flagIds: readonly string[],
): Promise<Pick<FlagRow, 'id' | 'key'>[]> {
  return manager.sql<Pick<FlagRow, 'id' | 'key'>[]>`
    select d.flag_id as id, d.flag ->> 'key' as key from flags.deleted_flags d
    where d.project_id = ${projectId} and d.flag_id = any(${flagIds}::uuid[])
      and not exists (select from flags.flags f where f.id = d.flag_id)
    order by d.flag_id`;
}

/** The full flags: megabytes, so they are read only after all other checks of a restore. */
export function readDeleted(
  manager: EntityManager,
  projectId: string,
  flagIds: readonly string[],
): Promise<DeletedFlag[]> {
  return manager.sql<DeletedFlag[]>`
    select d.flag, d.flag_values as "values" from flags.deleted_flags d
    where d.project_id = ${projectId} and d.flag_id = any(${flagIds}::uuid[])
      and not exists (select from flags.flags f where f.id = d.flag_id)
    order by d.flag_id`;
}

/** The bytes of their values. No flag set limits them, and a restore reads and writes them in all environments. */
export async function deletedBytes(
  manager: EntityManager,
  projectId: string,
  flagIds: readonly string[],
): Promise<number> {
  const [row] = await manager.sql<{ bytes: number }[]>`
    select coalesce(sum(octet_length(flag_values::text)), 0)::bigint as bytes from flags.deleted_flags
    where project_id = ${projectId} and flag_id = any(${flagIds}::uuid[])`;
  return row?.bytes ?? 0;
}
