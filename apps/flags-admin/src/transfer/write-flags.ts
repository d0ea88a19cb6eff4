import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { freshIn, type NamedEnvironment } from './announce-flags.js';
import type { DecidedFlag } from './decide-flag.js';
import { inBatches } from './in-batches.js';

async function insertFlags(
  manager: EntityManager,
  projectId: string,
  actorId: string,
  flags: readonly DecidedFlag[],
  idOf: (flag: DecidedFlag) => string,
): Promise<void> {
  const rows = flags.map((flag) => ({ id: idOf(flag), key: flag.key, type: flag.type, ...flag.next }));
  await inBatches(
    rows,
    (json) => manager.sql`
      insert into flags.flags (id, project_id, key, name, type, description, tags, kind, ends_on, created_by, archived_at)
      select id, ${projectId}::uuid, key, name, type, description, tags, kind, ends_on, ${actorId}::uuid,
             case when archived then clock_timestamp() end
      from json_to_recordset(${json}::json)
        as n(id uuid, key text, name text, type text, description text, tags text[], kind text, ends_on date,
             archived boolean)`,
  );
}

async function insertValues(
  manager: EntityManager,
  environments: readonly NamedEnvironment[],
  flags: readonly DecidedFlag[],
  idOf: (flag: DecidedFlag) => string,
): Promise<void> {
  const rows = function* () {
    for (const flag of flags) {
      const nextOf = new Map(flag.values.map(({ slug, next }) => [slug, next]));
      for (const environment of environments) {
        const value = nextOf.get(environment.slug) ?? freshIn(environment);
        yield { id: uuidv7(), flag_id: idOf(flag), environment_id: environment.id, ...value };
      }
    }
  };
  await inBatches(
    rows(),
    (json) => manager.sql`
      insert into flags.flag_values (id, flag_id, environment_id, is_enabled, rollout_percentage, targeting_attribute,
                                     targeting_value, targeting_return_value, served)
      select id, flag_id, environment_id, is_enabled, rollout_percentage, targeting_attribute, targeting_value,
             targeting_return_value, coalesce(served, true)
      from json_to_recordset(${json}::json)
        as n(id uuid, flag_id uuid, environment_id uuid, is_enabled boolean, rollout_percentage int,
             targeting_attribute text, targeting_value text, targeting_return_value text, served boolean)`,
  );
}

/** Inserts flags with a value in each of these environments. @returns the number of rows without the flags */
export async function writeNewFlags(
  manager: EntityManager,
  { projectId, actorId }: { projectId: string; actorId: string },
  environments: readonly NamedEnvironment[],
  flags: readonly DecidedFlag[],
  idOf: (flag: DecidedFlag) => string,
): Promise<number> {
  await insertFlags(manager, projectId, actorId, flags, idOf);
  await insertValues(manager, environments, flags, idOf);
  return flags.length * environments.length;
}

/** Updates existing flags and values. */
export async function writeChangedFlags(
  manager: EntityManager,
  environments: readonly { id: string; slug: string }[],
  flags: readonly DecidedFlag[],
): Promise<void> {
  const described = flags.filter(({ changed }) => changed.length > 0);
  await inBatches(
    described.map(({ current, next }) => ({ id: current?.row.id, ...next })),
    (json) => manager.sql`
      update flags.flags f
      set name = n.name, description = n.description, tags = n.tags, kind = n.kind, ends_on = n.ends_on,
          updated_at = clock_timestamp(),
          archived_at = case when n.archived then coalesce(f.archived_at, clock_timestamp()) end
      from json_to_recordset(${json}::json)
        as n(id uuid, name text, description text, tags text[], kind text, ends_on date, archived boolean)
      where f.id = n.id`,
  );
  const idOf = new Map(environments.map(({ id, slug }) => [slug, id]));
  const values = flags.flatMap(({ current, values: changed }) =>
    changed.map(({ slug, next }) => ({ flag_id: current?.row.id, environment_id: idOf.get(slug), ...next })),
  );
  await inBatches(
    values,
    (json) => manager.sql`
      update flags.flag_values v
      set is_enabled = n.is_enabled, rollout_percentage = n.rollout_percentage,
          targeting_attribute = n.targeting_attribute, targeting_value = n.targeting_value,
          targeting_return_value = n.targeting_return_value, served = true,
          updated_at = greatest(clock_timestamp(), v.updated_at + interval '1 millisecond')::timestamptz(3)
      from json_to_recordset(${json}::json)
        as n(flag_id uuid, environment_id uuid, is_enabled boolean, rollout_percentage int, targeting_attribute text,
             targeting_value text, targeting_return_value text)
      where v.flag_id = n.flag_id and v.environment_id = n.environment_id`,
  );
}
