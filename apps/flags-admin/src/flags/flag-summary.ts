import type { FlagSummary, FlagValueSummary } from '@burgee/contracts/http';
import type { EntityManager } from 'typeorm';
import type { FlagRow, NamesOfPeople } from './flag-row.js';

export type SummaryRow = Omit<FlagValueSummary, 'updated_at'> & { flag_id: string; updated_at: Date };

/** The values of these flags without the texts of their rules, in the order of their environments. */
export function summariesOfFlags(manager: EntityManager, flagIds: readonly string[]): Promise<SummaryRow[]> {
  return manager.sql<SummaryRow[]>`
    select v.flag_id, v.environment_id, v.is_enabled, v.rollout_percentage,
           v.targeting_attribute is not null as has_rule, v.targeting_return_value is not null as has_value, v.updated_at
    from flags.flag_values v
    join flags.environments e on e.id = v.environment_id
    where v.flag_id = any(${flagIds}::uuid[])
    order by e.created_at, e.id`;
}

export function flagSummary(flag: FlagRow, values: readonly SummaryRow[], names: NamesOfPeople): FlagSummary {
  const { id, key, name, type, tags, owner_id, created_at, archived_at } = flag;
  return {
    id,
    key,
    name,
    type,
    tags,
    owner_id,
    owner_name: owner_id === null ? null : (names.get(owner_id) ?? null),
    created_at: created_at.toISOString(),
    archived_at: archived_at?.toISOString() ?? null,
    environments: values.map(({ flag_id: _flag, updated_at, ...value }) => ({
      ...value,
      updated_at: updated_at.toISOString(),
    })),
  };
}
