import type { EntityManager } from 'typeorm';
import { type ChangeRules, RULE_COLUMNS, SERVES_NEW_FLAGS } from './change-rules.js';

/** The present rules of all environments of a project, read without a lock to refuse early. */
export function peekRules(manager: EntityManager, projectId: string): Promise<ChangeRules[]> {
  return manager.sql<ChangeRules[]>`
    select e.id, e.name, ${RULE_COLUMNS} from flags.environments e where e.project_id = ${projectId} order by e.id`;
}

/** The rules of environments, which it locks in the order of ids until the transaction ends. */
export function readRules(manager: EntityManager, environmentIds: readonly string[]): Promise<ChangeRules[]> {
  return manager.sql<ChangeRules[]>`
    select e.id, e.name, ${RULE_COLUMNS} from flags.environments e where e.id = any(${environmentIds}::uuid[])
    order by e.id for no key update`;
}

/**
 * By environment of a project, whether a new flag is served at once. Locks them in the order of ids, so that no rule can
 * come between.
 */
export async function lockServing(manager: EntityManager, projectId: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await manager.sql<{ id: string; serves: boolean }[]>`
    select e.id, ${SERVES_NEW_FLAGS} as serves from flags.environments e where e.project_id = ${projectId}
    order by e.id for no key update`;
  return new Map(rows.map(({ id, serves }) => [id, serves]));
}
