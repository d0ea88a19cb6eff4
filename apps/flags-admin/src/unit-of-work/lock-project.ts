import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';

export interface LockedProject {
  id: string;
  name: string;
  slug: string;
  description: string | null;
}

/**
 * The project, locked until the transaction ends. Every flag has a value in every environment, so creating a flag, and
 * creating or deleting an environment, runs one at a time per project. @throws not_found
 */
export async function lockProject(manager: EntityManager, id: string): Promise<LockedProject> {
  const rows = await manager.sql<LockedProject[]>`
    select id, name, slug, description from flags.projects where id = ${id} for no key update`;
  if (!rows[0]) throw notFound();
  return rows[0];
}
