import type { EnvironmentRoles } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';

/** SQL: the roles in environments that still exist, of a row of this alias of members or invitations. */
export const environmentRoles = (alias: 'm' | 'i') => (): string =>
  `
  (select coalesce(jsonb_object_agg(o.key, o.value), '{}')
   from jsonb_each(${alias}.environment_roles) o
   join flags.environments e on e.id = o.key::uuid and e.project_id = ${alias}.project_id) as environment_roles`;

/** The environments of a locked project: slugs by id. */
export async function slugsById(manager: EntityManager, projectId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await manager.sql<{ id: string; slug: string }[]>`
    select id, slug from flags.environments where project_id = ${projectId}`;
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** For audit entries, which outlive environments: by slug, and left out where there are none. */
export function auditedRoles(roles: EnvironmentRoles | null | undefined, slugs: ReadonlyMap<string, string>) {
  const own = Object.entries(roles ?? {}).flatMap(([id, role]) => (slugs.has(id) ? [[slugs.get(id), role]] : []));
  return own.length > 0 && { environment_roles: Object.fromEntries(own) as Record<string, string> };
}
