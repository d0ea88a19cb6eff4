import type { NoticeAbout, NoticeKind } from '@burgee/contracts/http';
import type { EntityManager } from 'typeorm';

type Sql = Pick<EntityManager, 'sql'>;

interface Batch {
  kinds: NoticeKind[];
  /** An account gets one mail for all that it was not mailed in this time. */
  everyMinutes: number;
  /** An older one waited for mail to be switched on. */
  withinHours: number;
}

const BATCHES: readonly Batch[] = [
  { kinds: ['request_waits', 'plan_waits', 'plan_paused'], everyMinutes: 15, withinHours: 24 },
  { kinds: ['flag_stale'], everyMinutes: 7 * 24 * 60, withinHours: 14 * 24 },
];
/** Time to read it in the page, and for others to follow. */
const UNREAD_SECONDS = 60;
/** For longer than any notice is mailed, so that none is mailed twice. */
const KEPT_DAYS = 30;

/** A notice as a mail says it. */
export interface MailedNotice {
  kind: NoticeKind;
  about: NoticeAbout;
  project_id: string;
  project_name: string;
  /** Who did it. */
  by: string | null;
}

/** Accounts that get mails of notices. */
const GETS_THEM = () =>
  'u.notice_mails and u.email_verified_at is not null and u.disabled_at is null and u.removed_at is null';

/**
 * Queues a mail for each account with unread notices that were not mailed, each notice once, however many replicas look.
 * To be called only where mail is on.
 */
export async function queueNotices(manager: Sql): Promise<void> {
  for (const { kinds, everyMinutes, withinHours } of BATCHES)
    await manager.sql`
      with due as (
        select n.id, n.user_id, n.kind, n.subject_id, n.created_at
        from flags.notice_to_mail_v1 n
        join auth.users u on u.id = n.user_id and ${GETS_THEM}
        where n.kind = any(${kinds}::text[])
          and n.created_at > now() - make_interval(hours => ${withinHours}::int)
          and n.created_at < now() - make_interval(secs => ${UNREAD_SECONDS}::int)
          and not exists (
            select from auth.mailed_notices m
            where m.user_id = n.user_id and m.kind = n.kind and m.subject_id = n.subject_id)
          and n.user_id not in (
            select user_id from auth.mailed_notices
            where kind = any(${kinds}::text[]) and mailed_at > now() - make_interval(mins => ${everyMinutes}::int))
      ), noted as (
        insert into auth.mailed_notices (user_id, kind, subject_id)
        select user_id, kind, subject_id from due order by user_id, kind, subject_id
        on conflict do nothing
        returning user_id, kind, subject_id
      )
      insert into auth.mails (id, kind, user_id, facts)
      select gen_random_uuid(), 'notices', user_id, jsonb_build_object('ids', jsonb_agg(id order by created_at))
      from noted join due using (user_id, kind, subject_id)
      group by user_id`;
}

/**
 * What a queued mail says now, oldest first, and to whom. Nothing: all of it was read or settled, or the account left the
 * project, was disabled, or wants no such mails.
 */
export function readNotices(
  manager: Sql,
  { userId, ids }: { userId: string | null; ids: readonly string[] },
): Promise<(MailedNotice & { to: string })[]> {
  return manager.sql`
    select n.kind, n.about, n.project_id, n.project_name, a.name as by, u.email as to
    from flags.notice_to_mail_v1 n
    join auth.users u on u.id = n.user_id and ${GETS_THEM}
    left join auth.users a on a.id = n.actor_id
    where n.user_id = ${userId} and n.id = any(${ids}::uuid[])
    order by n.created_at, n.id`;
}

export async function deleteOldNotices(manager: Sql): Promise<void> {
  await manager.sql`
    delete from auth.mailed_notices where mailed_at < now() - make_interval(days => ${KEPT_DAYS}::int)`;
}
