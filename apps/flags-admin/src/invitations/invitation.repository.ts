import type { InvitationView, OpenInvitationView } from '@burgee/contracts/http';
import { DomainError, type Role } from '@burgee/contracts/wire';
import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import type { DecidedRoles } from '../roles/decide-roles.js';
import { environmentRoles } from '../roles/environment-roles.js';
import { hashInvitationToken } from './invitation-token.js';

type Dated<T> = Omit<T, 'created_at' | 'expires_at'> & { created_at: Date; expires_at: Date };

const toView = ({ created_at, expires_at, ...row }: Dated<InvitationView>): InvitationView => ({
  ...row,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
});

/** The values of an invitation without its id and its project. */
export interface InvitationValues {
  tokenHash: string;
  roles: DecidedRoles;
  invitedBy: string;
  expiresIn: number;
}

/** The invitation fields that changes need. */
export interface LockedInvitation extends DecidedRoles {
  id: string;
  email: string | null;
  expires_at: Date;
}

/** The same error for an unknown and for a used link, so that the response reveals neither. */
export function noSuchInvitation(): DomainError {
  return new DomainError(
    'invitation_invalid',
    'This invitation was used, revoked or declined, or has expired. Ask for a new link.',
  );
}

/** The open invitations of a project, newest first. */
export async function listInvitations(manager: EntityManager, projectId: string): Promise<InvitationView[]> {
  const rows = await manager.sql<Dated<InvitationView>[]>`
    select i.id, i.email, i.role, ${environmentRoles('i')}, u.name as invited_by, i.created_at, i.expires_at
    from flags.invitations i
    join session_read.user_v1 u on u.user_id = i.invited_by
    where i.project_id = ${projectId} and i.expires_at > now()
    order by i.created_at desc, i.id desc`;
  return rows.map(toView);
}

/** The number of invitations, including expired ones until they are deleted. */
export async function countInvitations(manager: EntityManager, projectId: string): Promise<number> {
  const rows = await manager.sql<{ count: number }[]>`
    select count(*) as count from flags.invitations where project_id = ${projectId}`;
  return rows[0]?.count ?? 0;
}

/** The invitation for this email, expired or not, locked until the transaction ends. */
export async function lockByEmail(
  manager: EntityManager,
  projectId: string,
  emailKey: string,
): Promise<LockedInvitation | undefined> {
  const rows = await manager.sql<LockedInvitation[]>`
    select id, email, role, environment_roles, expires_at from flags.invitations
    where project_id = ${projectId} and email_key = ${emailKey}
    for update`;
  return rows[0];
}

/** An open invitation of this project, locked until the transaction ends. @throws not_found */
export async function lockInvitation(manager: EntityManager, projectId: string, id: string): Promise<LockedInvitation> {
  const rows = await manager.sql<LockedInvitation[]>`
    select id, email, role, environment_roles, expires_at from flags.invitations
    where project_id = ${projectId} and id = ${id} and expires_at > now()
    for update`;
  if (!rows[0]) throw notFound();
  return rows[0];
}

export async function insertInvitation(
  manager: EntityManager,
  place: { id: string; projectId: string; email: string | null; emailKey: string | null },
  { tokenHash, roles, invitedBy, expiresIn }: InvitationValues,
): Promise<void> {
  await manager.sql`
    insert into flags.invitations (id, project_id, token_hash, email, email_key, role, environment_roles, invited_by, expires_at)
    values (${place.id}, ${place.projectId}, ${tokenHash}, ${place.email}, ${place.emailKey}, ${roles.role},
            ${JSON.stringify(roles.environment_roles)}::jsonb, ${invitedBy}, now() + make_interval(secs => ${expiresIn}))`;
}

/** Gives an invitation a new token, role, inviter and end. The old link stops working. */
export async function renewInvitation(
  manager: EntityManager,
  id: string,
  { tokenHash, roles, invitedBy, expiresIn }: InvitationValues,
): Promise<void> {
  await manager.sql`
    update flags.invitations
    set token_hash = ${tokenHash}, role = ${roles.role}, environment_roles = ${JSON.stringify(roles.environment_roles)}::jsonb,
        invited_by = ${invitedBy}, created_at = now(), expires_at = now() + make_interval(secs => ${expiresIn})
    where id = ${id}`;
}

export async function readInvitation(manager: EntityManager, id: string): Promise<InvitationView> {
  const rows = await manager.sql<Dated<InvitationView>[]>`
    select i.id, i.email, i.role, ${environmentRoles('i')}, u.name as invited_by, i.created_at, i.expires_at
    from flags.invitations i
    join session_read.user_v1 u on u.user_id = i.invited_by
    where i.id = ${id}`;
  if (!rows[0]) throw notFound();
  return toView(rows[0]);
}

/** The view for the holder of a link. @throws invitation_invalid */
export async function readOpenInvitation(manager: EntityManager, tokenHash: string): Promise<OpenInvitationView> {
  const rows = await manager.sql<(Omit<OpenInvitationView, 'expires_at'> & { expires_at: Date })[]>`
    select p.name as project_name, i.role, u.name as invited_by, i.expires_at,
           (select coalesce(jsonb_agg(jsonb_build_object('name', e.name, 'role', o.value) order by e.created_at, e.id), '[]')
            from jsonb_each_text(i.environment_roles) o
            join flags.environments e on e.id = o.key::uuid and e.project_id = i.project_id) as environments
    from flags.invitations i
    join flags.projects p on p.id = i.project_id
    join session_read.user_v1 u on u.user_id = i.invited_by
    where i.token_hash = ${tokenHash} and i.expires_at > now()
      and i.invited_by not in (select user_id from session_read.inactive_user_v1)`;
  if (!rows[0]) throw noSuchInvitation();
  return { ...rows[0], expires_at: rows[0].expires_at.toISOString() };
}

/** The hash of an invitation by the token of its link, or of one in its mail, which auth has made. */
export async function findInvitationHash(manager: EntityManager, token: string): Promise<string> {
  const hash = hashInvitationToken(token);
  const rows = await manager.sql<{ invitation_hash: string }[]>`
    select invitation_hash from session_read.mailed_invitation_v1 where link_hashes @> array[${hash}]::text[]`;
  return rows[0]?.invitation_hash ?? hash;
}

/** The project of an open invitation, not locked. @throws invitation_invalid */
export async function projectOfInvitation(manager: EntityManager, tokenHash: string): Promise<string> {
  const rows = await manager.sql<{ project_id: string }[]>`
    select project_id from flags.invitations
    where token_hash = ${tokenHash} and expires_at > now()
      and invited_by not in (select user_id from session_read.inactive_user_v1)`;
  if (!rows[0]) throw noSuchInvitation();
  return rows[0].project_id;
}

interface TakenInvitation extends DecidedRoles {
  email: string | null;
  inviter_id: string;
  /** The inviter's name. */
  invited_by: string;
}

/** Deletes an open invitation, so that only one of several concurrent answers succeeds. @throws invitation_invalid */
export async function takeInvitation(manager: EntityManager, tokenHash: string): Promise<TakenInvitation> {
  const [rows] = await manager.sql<[TakenInvitation[], number]>`
    delete from flags.invitations
    where token_hash = ${tokenHash} and expires_at > now()
      and invited_by not in (select user_id from session_read.inactive_user_v1)
    returning email, role, environment_roles, invited_by as inviter_id, (select name from session_read.user_v1 where user_id = invited_by) as invited_by`;
  if (!rows[0]) throw noSuchInvitation();
  return rows[0];
}

export async function deleteInvitation(manager: EntityManager, id: string): Promise<void> {
  await manager.sql`delete from flags.invitations where id = ${id}`;
}

/**
 * Withdraws a member's invitations, because an invitation must not grant more than its inviter may.
 * @param roles the roles that the member may no longer grant
 */
export async function withdrawInvitationsOf(
  manager: EntityManager,
  projectId: string,
  userId: string,
  roles: readonly Role[],
): Promise<void> {
  await manager.sql`
    delete from flags.invitations
    where project_id = ${projectId} and invited_by = ${userId} and role = any(${roles}::text[])`;
}
