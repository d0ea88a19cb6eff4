import type { EntityManager } from 'typeorm';
import { type ChangeRules, RULE_COLUMNS } from './change-rules.js';

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
