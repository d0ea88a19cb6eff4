import { decodePageStart, encodeCursor, type ListMembersQuery, type MemberView } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import { likePattern } from '../flags/flag-page.js';
import type { DecidedRoles } from '../roles/decide-roles.js';
import { environmentRoles } from '../roles/environment-roles.js';
import { lockAccount } from '../unit-of-work/unit-of-work.js';

interface MemberRow extends Omit<MemberView, 'created_at' | 'groups'> {
  created_at: Date;
  groups: string[] | null;
}

const toView = ({ groups, ...row }: MemberRow): MemberView => ({
  ...row,
  created_at: row.created_at.toISOString(),
  ...(groups && { groups }),
});

/** SQL: the groups that a membership came from, by the person's last sign-in; null for a membership of its own. */
const groupsOfMember = () => `
  (select array_agg(distinct r.group_name order by r.group_name) from session_read.identity_v1 i
   join flags.group_roles r on rtrim(r.issuer, '/') = rtrim(i.issuer, '/') and i.groups ? r.group_name
   where m.from_groups and i.user_id = m.user_id and r.project_id = m.project_id) as groups`;

interface MemberPage {
  members: MemberView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

/** The members of a project, longest membership first. All of them, unless the call has a limit. */
export async function listMembers(
  manager: EntityManager,
  projectId: string,
  { search, role, limit, cursor }: ListMembersQuery,
): Promise<MemberPage> {
  const start = cursor === undefined ? null : decodePageStart(cursor);
  const pattern = search === undefined ? null : likePattern(search);
  const rows = await manager.sql<MemberRow[]>`
    select m.user_id, u.name, u.email, m.role, ${environmentRoles('m')}, m.created_at, ${groupsOfMember}
    from flags.members m
    join session_read.user_v1 u on u.user_id = m.user_id
    where m.project_id = ${projectId}
      and (${pattern}::text is null or u.name ilike ${pattern} or u.email ilike ${pattern})
      and (${role ?? null}::text is null or m.role = ${role ?? null})
      and (${start?.id ?? null}::uuid is null
           or (m.created_at, m.user_id) > (${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid))
    order by m.created_at, m.user_id
    limit ${limit === undefined ? null : limit + 1}::int`;
  const members = rows.slice(0, limit).map(toView);
  const last = members.at(-1);
  const hasNext = limit !== undefined && rows.length > limit;
  return { members, ...(hasNext && last && { next: encodeCursor([last.created_at, last.user_id]) }) };
}

/** @throws not_found */
export async function findMember(manager: EntityManager, projectId: string, userId: string): Promise<MemberView> {
  const [row] = await manager.sql<MemberRow[]>`
    select m.user_id, u.name, u.email, m.role, ${environmentRoles('m')}, m.created_at, ${groupsOfMember}
    from flags.members m
    join session_read.user_v1 u on u.user_id = m.user_id
    where m.project_id = ${projectId} and m.user_id = ${userId}`;
  if (!row) throw notFound();
  return toView(row);
}

/**
 * Whether an owner is left who can sign in. Locks the account of one, so that it is not deleted before the transaction ends:
 * auth refuses that to the last owner, and reads who that is under the same lock.
 * @param besides an account that does not count
 */
export async function hasOwner(
  manager: EntityManager,
  projectId: string,
  besides: string | null = null,
): Promise<boolean> {
  const owners = await manager.sql<{ user_id: string }[]>`
    select user_id from flags.members
    where project_id = ${projectId} and role = 'owner' and user_id is distinct from ${besides}::uuid
      and user_id not in (select user_id from session_read.inactive_user_v1)
    order by user_id`;
  for (const { user_id } of owners) if (await lockAccount(manager, user_id)) return true;
  return false;
}

export async function setRoles(
  manager: EntityManager,
  projectId: string,
  userId: string,
  { role, environment_roles }: DecidedRoles,
): Promise<void> {
  await manager.sql`
    update flags.members set role = ${role}, environment_roles = ${JSON.stringify(environment_roles)}::jsonb
    where project_id = ${projectId} and user_id = ${userId}`;
}
