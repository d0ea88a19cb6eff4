import type { EnvironmentColor } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';

export interface LockedEnvironment {
  id: string;
  name: string;
  slug: string;
  icon: string;
  url: string | null;
  protected: boolean;
  color: EnvironmentColor;
}

/** The environment of this project, locked until the transaction ends. @throws not_found, also for another project's */
export async function lockEnvironment(
  manager: EntityManager,
  projectId: string,
  id: string,
): Promise<LockedEnvironment> {
  const rows = await manager.sql<LockedEnvironment[]>`
    select id, name, slug, icon, url, protected, color
    from flags.environments
    where id = ${id} and project_id = ${projectId}
    for no key update`;
  if (!rows[0]) throw notFound();
  return rows[0];
}
