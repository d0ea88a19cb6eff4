import type { EntityManager } from 'typeorm';

const DAYS = 7;

/**
 * Queues a mail, once, for each token that ends within a week, as flags-admin's notices do: to the account of a personal one,
 * to the owners of the projects of a service token, and to who made it where there are none. Tokens that live no longer
 * than a week end without. To be called only where mail is on.
 */
export async function queueEndingTokens(manager: Pick<EntityManager, 'sql'>): Promise<void> {
  await manager.sql`
    with ending as (
      update auth.tokens set end_mailed_at = now()
      where end_mailed_at is null and revoked_at is null and trust_id is null
        and expires_at > now() and expires_at < now() + make_interval(days => ${DAYS}::int)
        and expires_at - created_at > make_interval(days => ${DAYS}::int)
      returning id, name, user_id, created_by, expires_at
    ), owner as (
      select e.id, m.user_id from ending e
      join access_read.token_member_v1 a on a.token_id = e.id
      join access_read.member_v1 m on m.project_id = a.project_id and m.role = 'owner'
      where e.user_id is null
    ), recipient as (
      select id, user_id from ending where user_id is not null
      union select id, user_id from owner
      union select id, created_by from ending where user_id is null and id not in (select id from owner)
    )
    insert into auth.mails (id, kind, user_id, facts)
    select gen_random_uuid(), 'token_ends', u.id,
           jsonb_build_object('name', e.name, 'ends_at', e.expires_at, 'is_own', e.user_id is not null)
    from recipient r
    join ending e on e.id = r.id
    join auth.users u on u.id = r.user_id and u.disabled_at is null and u.removed_at is null`;
}
