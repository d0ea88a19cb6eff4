import type { ProjectChange } from '@burgee/contracts';
import type { StoredFact } from '../changes/facts.js';

/** What pages are told of a change: what its audit entry says, without the values. */
export function toChanges(facts: readonly StoredFact[]): ProjectChange[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'audit') return [];
    const { old_values: _before, new_values: _after, ...told } = fact.payload;
    return [{ ...told, at: fact.occurred_at.toISOString() }];
  });
}
