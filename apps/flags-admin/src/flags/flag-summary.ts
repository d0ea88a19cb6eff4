import { type FlagSummary, type FlagValueSummary, LISTED_VALUE_CHARACTERS } from '@burgee/contracts/http';
import type { EntityManager } from 'typeorm';
import type { FlagRow, NamesOfPeople } from './flag-row.js';

export type SummaryRow = Omit<FlagValueSummary, 'updated_at'> & { flag_id: string; updated_at: Date };

/** The values of these flags without rule texts, shortened for a list, in the order of environments. */
export function summariesOfFlags(manager: EntityManager, flagIds: readonly string[]): Promise<SummaryRow[]> {
  return manager.sql<SummaryRow[]>`
    select v.flag_id, v.environment_id, v.is_enabled, v.rollout_percentage,
           v.targeting_attribute is not null as has_rule, v.targeting_return_value is not null as has_value,
           case when v.targeting_attribute is null and v.targeting_value is null
                then left(v.targeting_return_value, ${LISTED_VALUE_CHARACTERS + 1}::int) end as unconditional_value,
           v.updated_at, v.served
    from flags.flag_values v
    join flags.environments e on e.id = v.environment_id
    where v.flag_id = any(${flagIds}::uuid[])
    order by e.created_at, e.id`;
}

/** Shortens a value for a list: no client needs 10 kB in each of a thousand cells. */
export function listedText(text: string): string {
  const characters = [...text];
  return characters.length > LISTED_VALUE_CHARACTERS
    ? `${characters.slice(0, LISTED_VALUE_CHARACTERS - 1).join('')}…`
    : text;
}

export function flagSummary(flag: FlagRow, values: readonly SummaryRow[], names: NamesOfPeople): FlagSummary {
  const { id, key, name, type, tags, owner_id, kind, ends_on, created_at, archived_at } = flag;
  return {
    id,
    key,
    name,
    type,
    tags,
    owner_id,
    owner_name: owner_id === null ? null : (names.get(owner_id) ?? null),
    kind,
    ends_on,
    created_at: created_at.toISOString(),
    archived_at: archived_at?.toISOString() ?? null,
    environments: values.map(({ flag_id: _flag, updated_at, unconditional_value: text, served, ...value }) => ({
      ...value,
      // A boolean flag has no such value, but its row may contain a text.
      unconditional_value: type === 'boolean' || text === null ? null : listedText(text),
      updated_at: updated_at.toISOString(),
      ...(served === false && { served }),
    })),
  };
}
