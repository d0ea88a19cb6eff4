import type { MemberView } from '@burgee/contracts/http';
import type { Role } from '@burgee/contracts/wire';
import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';

interface MemberRow extends Omit<MemberView, 'created_at'> {
  created_at: Date;
}

const toView = (row: MemberRow): MemberView => ({ ...row, created_at: row.created_at.toISOString() });

/** The members of a project, longest first. */
export async function listMembers(manager: EntityManager, projectId: string): Promise<MemberView[]> {
  const rows = await manager.sql<MemberRow[]>`
    select m.user_id, u.name, u.email, m.role, m.created_at
    from flags.members m
    join session_read.user_v1 u on u.user_id = m.user_id
    where m.project_id = ${projectId}
    order by m.created_at, m.user_id`;
  return rows.map(toView);
}

/** @throws not_found */
export async function findMember(manager: EntityManager, projectId: string, userId: string): Promise<MemberView> {
  const [row] = await manager.sql<MemberRow[]>`
    select m.user_id, u.name, u.email, m.role, m.created_at
    from flags.members m
    join session_read.user_v1 u on u.user_id = m.user_id
    where m.project_id = ${projectId} and m.user_id = ${userId}`;
  if (!row) throw notFound();
  return toView(row);
}

export async function countOwners(manager: EntityManager, projectId: string): Promise<number> {
  const rows = await manager.sql<{ owners: number }[]>`
    select count(*) as owners from flags.members where project_id = ${projectId} and role = 'owner'`;
  return rows[0]?.owners ?? 0;
}

export async function setRole(manager: EntityManager, projectId: string, userId: string, role: Role): Promise<void> {
  await manager.sql`update flags.members set role = ${role} where project_id = ${projectId} and user_id = ${userId}`;
}
