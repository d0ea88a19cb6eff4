import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { takeFirstCheckpoint } from '../checkpoints/take-checkpoint.js';

/**
 * Inserts a value of every flag for the new environment. Waits while a flag is being deleted. Values of archived flags
 * are not copied, because no flag set bounds them, nor are values that clients of the source do not get yet.
 */
async function giveValuesToAllFlags(
  manager: EntityManager,
  projectId: string,
  environmentId: string,
  sourceId: string | undefined,
): Promise<void> {
  const flags = await manager.sql<{ id: string }[]>`
    select id from flags.flags where project_id = ${projectId} order by id for key share`;
  const values = JSON.stringify(flags.map((flag) => ({ id: uuidv7(), flag_id: flag.id })));
  await manager.sql`
    insert into flags.flag_values (id, flag_id, environment_id, is_enabled, rollout_percentage, targeting_attribute,
                                   targeting_value, targeting_return_value)
    select v.id, v.flag_id, ${environmentId}::uuid, coalesce(s.is_enabled, false), coalesce(s.rollout_percentage, 100),
           s.targeting_attribute, s.targeting_value, s.targeting_return_value
    from json_to_recordset(${values}::json) as v(id uuid, flag_id uuid)
    join flags.flags f on f.id = v.flag_id
    left join flags.flag_values s
      on s.flag_id = v.flag_id and s.environment_id = ${sourceId ?? null}::uuid and s.served and f.archived_at is null`;
}

/** The flag set of the new environment has all flags in use, which are locked. @returns their bytes */
async function countFlagSetBytes(manager: EntityManager, environmentId: string): Promise<number> {
  const [rows] = await manager.sql<[{ bytes: number }[], number]>`
    update flags.environments e
    set flag_set_bytes = (
      select coalesce(sum(octet_length(f.key) + octet_length(f.name) + coalesce(octet_length(v.targeting_attribute), 0)
               + coalesce(octet_length(v.targeting_value), 0) + coalesce(octet_length(v.targeting_return_value), 0)), 0)
      from flags.flags f join flags.flag_values v on v.flag_id = f.id and v.environment_id = e.id
      where f.project_id = e.project_id and f.archived_at is null)
    where e.id = ${environmentId}
    returning flag_set_bytes as bytes`;
  return rows[0]?.bytes ?? 0;
}

/**
 * Gives every flag of the project a value in a new environment: that of the source, or off, 100 %, no targeting rule.
 * Its history starts with these values. @returns the bytes of its flag set
 */
export async function fillEnvironment(
  manager: EntityManager,
  projectId: string,
  environmentId: string,
  sourceId?: string,
): Promise<number> {
  await giveValuesToAllFlags(manager, projectId, environmentId, sourceId);
  const bytes = await countFlagSetBytes(manager, environmentId);
  await takeFirstCheckpoint(manager, environmentId);
  return bytes;
}
