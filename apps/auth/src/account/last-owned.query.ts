import type { ProjectNameRow } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';

/**
 * The names of the projects that others are in and whose last owner who can sign in is this account. To be called with the
 * account locked: flags-admin locks the accounts of the owners that it leaves a project with, and of those who invite.
 */
export async function listLastOwned(manager: Pick<EntityManager, 'sql'>, userId: string): Promise<string[]> {
  const rows = await manager.sql<Pick<ProjectNameRow, 'name'>[]>`
    select p.name
    from access_read.member_v1 own join access_read.project_v1 p on p.project_id = own.project_id
    where own.user_id = ${userId} and own.role = 'owner'
      and exists (
        select from access_read.member_v1 m join auth.users u on u.id = m.user_id
        where m.project_id = own.project_id and m.user_id <> own.user_id and u.removed_at is null)
      and not exists (
        select from access_read.member_v1 m join auth.users u on u.id = m.user_id
        where m.project_id = own.project_id and m.user_id <> own.user_id and m.role = 'owner'
          and u.removed_at is null and u.disabled_at is null)
    order by p.name, p.project_id`;
  return rows.map(({ name }) => name);
}
