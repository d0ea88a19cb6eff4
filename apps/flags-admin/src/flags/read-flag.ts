import type { FlagView } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import { FLAG_COLUMNS, type FlagRow, flagView, type ValueRow } from './flag-row.js';
import { namesOfPeople } from './names-of-people.js';

/** @throws not_found */
export async function findFlag(manager: EntityManager, flagId: string): Promise<FlagRow> {
  const rows = await manager.sql<FlagRow[]>`
    select ${FLAG_COLUMNS} from flags.flags where id = ${flagId}`;
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The values of these flags, in the order of environments. */
export function valuesOfFlags(manager: EntityManager, flagIds: readonly string[]): Promise<ValueRow[]> {
  return manager.sql<ValueRow[]>`
    select v.id, v.flag_id, v.environment_id, v.is_enabled, v.rollout_percentage, v.targeting_attribute,
           v.targeting_value, v.targeting_return_value, v.updated_at, v.served,
           e.name as environment_name, e.slug as environment_slug, e.icon as environment_icon
    from flags.flag_values v
    join flags.environments e on e.id = v.environment_id
    where v.flag_id = any(${flagIds}::uuid[])
    order by e.created_at, e.id`;
}

/** A flag with its values. @throws not_found */
export async function readFlag(manager: EntityManager, flagId: string): Promise<FlagView> {
  const flag = await findFlag(manager, flagId);
  return flagView(flag, await valuesOfFlags(manager, [flagId]), await namesOfPeople(manager, [flag]));
}
