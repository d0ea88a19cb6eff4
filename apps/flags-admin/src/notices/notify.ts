import type { NoticeAbout, NoticeKind } from '@burgee/contracts/http';
import { ENVIRONMENT_ROLES, may, ROLES } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import type { Change } from '../unit-of-work/change.js';

/** The maximum number of notices of an account. The oldest ones go. */
export const NOTICES_AT_MOST = 200;

/** Notices that go when what they are about is settled, read or not. */
const WAITING = ['request_waits', 'plan_waits', 'plan_paused', 'flag_stale'] as const satisfies NoticeKind[];
type WaitingKind = (typeof WAITING)[number];

const APPROVERS = ROLES.filter((role) => may({ role }, 'approve_change'));

interface NewNotice {
  kind: NoticeKind;
  projectId: string;
  /** What it is about: a later notice of the kind about the same subject replaces it. */
  subjectId: string;
  about: NoticeAbout;
  /** Who did it. Undefined when Burgee did. */
  actorId?: string;
}

interface Recipients {
  /** The environment whose approvers get it. */
  approversIn?: string;
  /** Accounts that have left the project are left out. */
  userIds?: readonly string[];
  owners?: boolean;
  /** Also the actor, whose token did it. */
  actor?: boolean;
}

/**
 * Stores a notice in the transaction of the change that it is about, for each recipient but the actor. The lock waits
 * for the removal of a member and then leaves that one out; the foreign key alone would fail the change.
 */
export async function notify(
  { manager }: Pick<Change, 'manager'>,
  { kind, projectId, subjectId, about, actorId }: NewNotice,
  { userIds = [], owners = false, approversIn, actor = false }: Recipients,
): Promise<void> {
  const rows = await manager.sql<{ user_id: string }[]>`
    insert into flags.notices (project_id, user_id, kind, subject_id, about, actor_id)
    select m.project_id, m.user_id, ${kind}, ${subjectId}::uuid, ${JSON.stringify(about)}::jsonb, ${actorId ?? null}::uuid
    from flags.members m
    where m.project_id = ${projectId}
      and (m.user_id = any(${userIds}::uuid[]) or (${owners} and m.role = 'owner')
           or (${approversIn !== undefined}
               and case when m.role = any(${ENVIRONMENT_ROLES}::text[])
                        then coalesce(m.environment_roles ->> lower(${approversIn ?? ''}), m.role) else m.role end
                   = any(${APPROVERS}::text[])))
      and (${actor} or m.user_id is distinct from ${actorId ?? null}::uuid)
    order by m.user_id
    for key share of m
    on conflict (project_id, user_id, kind, subject_id) do update
    set about = excluded.about, actor_id = excluded.actor_id, created_at = clock_timestamp(), read_at = null
    returning user_id`;
  if (rows.length > 0)
    await deleteOldest(
      manager,
      rows.map(({ user_id }) => user_id),
    );
}

/** Skips rows that another transaction has locked, so that two cannot deadlock. */
async function deleteOldest(manager: EntityManager, userIds: readonly string[]): Promise<void> {
  await manager.sql`
    delete from flags.notices where id in (
      select n.id from flags.notices n join (
        select older.id from unnest(${userIds}::uuid[]) as account(id) cross join lateral (
          select id from flags.notices where user_id = account.id
          order by created_at desc, id desc offset ${NOTICES_AT_MOST}::int
        ) older
      ) old using (id)
      for update of n skip locked)`;
}

/** Takes back what no longer waits, or an earlier decision. @param userId left out: for anyone */
export async function takeBack(
  { manager }: Pick<Change, 'manager'>,
  kind: WaitingKind | 'request_decided',
  subjectId: string,
  userId?: string,
): Promise<void> {
  await manager.sql`
    delete from flags.notices
    where subject_id = ${subjectId} and kind = ${kind} and (${userId === undefined} or user_id = ${userId ?? null}::uuid)`;
}

/** Takes back what waits in a flag or an environment that is deleted. */
export async function takeBackIn(
  { manager }: Pick<Change, 'manager'>,
  projectId: string,
  place: Pick<NoticeAbout, 'flag_id'> | Pick<NoticeAbout, 'environment_id'>,
): Promise<void> {
  await manager.sql`
    delete from flags.notices
    where project_id = ${projectId} and kind = any(${WAITING}::text[]) and about @> ${JSON.stringify(place)}::jsonb`;
}
