import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';

export interface LockedProject {
  id: string;
  name: string;
  slug: string;
  description: string | null;
}

/**
 * Locks the project: what gives every flag a value in every environment has to see all of both, so creating either
 * one, and removing environments, happens one at a time in a project.
 */
export async function lockProject(manager: EntityManager, id: string): Promise<LockedProject> {
  const rows = await manager.sql<LockedProject[]>`
    select id, name, slug, description from flags.projects where id = ${id} for no key update`;
  if (!rows[0]) throw notFound();
  return rows[0];
}
