import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { takeFirstCheckpoint } from '../checkpoints/take-checkpoint.js';

/** Inserts a value of every flag for the new environment. Waits while a flag is being deleted. */
async function giveValuesToAllFlags(manager: EntityManager, projectId: string, environmentId: string): Promise<void> {
  const flags = await manager.sql<{ id: string }[]>`
    select id from flags.flags where project_id = ${projectId} order by id for key share`;
  const values = JSON.stringify(flags.map((flag) => ({ id: uuidv7(), flag_id: flag.id })));
  await manager.sql`
    insert into flags.flag_values (id, flag_id, environment_id)
    select id, flag_id, ${environmentId}::uuid from json_to_recordset(${values}::json) as v(id uuid, flag_id uuid)`;
}

/** The new flag set starts with the keys and names of all flags in use, which are locked. @returns their bytes */
async function countFlagSetBytes(manager: EntityManager, environmentId: string): Promise<number> {
  const [rows] = await manager.sql<[{ bytes: number }[], number]>`
    update flags.environments e
    set flag_set_bytes = (
      select coalesce(sum(octet_length(f.key) + octet_length(f.name)), 0)
      from flags.flags f where f.project_id = e.project_id and f.archived_at is null)
    where e.id = ${environmentId}
    returning flag_set_bytes as bytes`;
  return rows[0]?.bytes ?? 0;
}

/**
 * Gives every flag of the project a value in a new environment: off, 100 %, no targeting rule. Its history starts with
 * these values. @returns the bytes of its flag set
 */
export async function fillEnvironment(
  manager: EntityManager,
  projectId: string,
  environmentId: string,
): Promise<number> {
  await giveValuesToAllFlags(manager, projectId, environmentId);
  const bytes = await countFlagSetBytes(manager, environmentId);
  await takeFirstCheckpoint(manager, environmentId);
  return bytes;
}
