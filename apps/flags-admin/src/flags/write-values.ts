import type { EntityManager } from 'typeorm';
import type { ValueRow } from './flag-row.js';

/** Writes the columns of many values in one statement. Clients get them from now on. */
export function writeValues(manager: EntityManager, rows: readonly ValueRow[]): Promise<unknown> {
  return manager.sql`
    update flags.flag_values v
    set is_enabled = n.is_enabled, rollout_percentage = n.rollout_percentage, targeting_attribute = n.targeting_attribute,
        targeting_value = n.targeting_value, targeting_return_value = n.targeting_return_value, updated_at = n.updated_at, served = true
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as n(id uuid, is_enabled boolean, rollout_percentage int, targeting_attribute text, targeting_value text,
           targeting_return_value text, updated_at timestamptz)
    where v.id = n.id`;
}
