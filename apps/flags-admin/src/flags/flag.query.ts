import type { EntityManager } from 'typeorm';
import { notFound } from '@burgee/service-kit';
import type { FlagRow, ValueRow } from './flag-row.js';

/** @throws not_found */
export async function findFlag(manager: EntityManager, flagId: string): Promise<FlagRow> {
  const rows = await manager.sql<FlagRow[]>`
    select id, project_id, key, name, type, description, created_at, updated_at from flags.flags where id = ${flagId}`;
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * The flag, locked until the transaction ends: whoever edits, renames or deletes it comes one after the other, and
 * all of them take this lock before any environment's. @throws not_found
 */
export async function lockFlag(manager: EntityManager, flagId: string): Promise<FlagRow> {
  const rows = await manager.sql<FlagRow[]>`
    select id, project_id, key, name, type, description, created_at, updated_at
    from flags.flags where id = ${flagId}
    for no key update`;
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The values of these flags, in the order of their environments. */
export function valuesOfFlags(manager: EntityManager, flagIds: readonly string[]): Promise<ValueRow[]> {
  return manager.sql<ValueRow[]>`
    select v.id, v.flag_id, v.environment_id, v.is_enabled, v.rollout_percentage, v.targeting_attribute,
           v.targeting_value, v.targeting_return_value, v.updated_at,
           e.name as environment_name, e.slug as environment_slug, e.icon as environment_icon
    from flags.flag_values v
    join flags.environments e on e.id = v.environment_id
    where v.flag_id = any(${flagIds}::uuid[])
    order by e.created_at, e.id`;
}

/** The same, in the order in which environments are locked. */
export async function valuesInLockOrder(manager: EntityManager, flagId: string): Promise<ValueRow[]> {
  const values = await valuesOfFlags(manager, [flagId]);
  return values.toSorted((a, b) => (a.environment_id < b.environment_id ? -1 : 1));
}
