import type { EnvironmentColor } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import { type ChangeRules, RULE_COLUMNS } from '../change-rules/change-rules.js';
import { MORE_ORIGINS } from './more-origins.js';

export interface LockedEnvironment {
  id: string;
  name: string;
  slug: string;
  icon: string;
  url: string | null;
  more_origins: string[];
  protected: boolean;
  color: EnvironmentColor;
}

/**
 * The environment of this project, locked until the transaction ends. @throws not_found, also for an environment of
 * another project
 */
export async function lockEnvironment(
  manager: EntityManager,
  projectId: string,
  id: string,
): Promise<LockedEnvironment & ChangeRules> {
  const rows = await manager.sql<(Omit<LockedEnvironment, 'more_origins'> & ChangeRules)[]>`
    select e.id, e.name, e.slug, e.icon, e.url, e.protected, e.color, ${RULE_COLUMNS}
    from flags.environments e
    where id = ${id} and project_id = ${projectId}
    for no key update`;
  if (!rows[0]) throw notFound();
  // A statement of its own: the first, when it waits for the lock, keeps its old snapshot of other tables.
  const [origins] = await manager.sql<Pick<LockedEnvironment, 'more_origins'>[]>`
    select ${MORE_ORIGINS} from flags.environments e where id = ${id}`;
  return { ...rows[0], more_origins: origins?.more_origins ?? [] };
}
