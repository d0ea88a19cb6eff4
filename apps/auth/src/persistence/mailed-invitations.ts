import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

type Sql = Pick<EntityManager, 'sql'>;

/** An older one waited for mail to be switched on, and its link has been passed on by hand. */
const MAILED_WITHIN_HOURS = 6;
/** In a day: who may invite chooses the recipient and the name of the project. */
const MAILS_PER_RECIPIENT = 5;
const MAILS_PER_INVITER = 200;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Queues the mails of invitations that flags-admin has stored, each once, however many replicas look. An invitation with a
 * new link is another one. To be called only where mail is on.
 */
export async function queueInvitations(manager: Sql): Promise<void> {
  while (await queueNext(manager));
}

async function queueNext(manager: Sql): Promise<boolean> {
  const queued = await manager.sql<unknown[]>`
    with invitation as (
      insert into auth.mailed_invitations (invitation_hash, recipient_key, invited_by, expires_at)
      select i.token_hash, i.email_key, i.invited_by, i.expires_at
      from flags.invitation_to_mail_v1 i
      join auth.users u on u.id = i.invited_by and u.disabled_at is null and u.removed_at is null
      where i.created_at > now() - make_interval(hours => ${MAILED_WITHIN_HOURS}::int)
        and not exists (select from auth.mailed_invitations m where m.invitation_hash = i.token_hash)
        and (select count(*) from auth.mailed_invitations m
             where m.recipient_key = i.email_key and m.created_at > now() - interval '1 day') < ${MAILS_PER_RECIPIENT}::int
        and (select count(*) from auth.mailed_invitations m
             where m.invited_by = i.invited_by and m.created_at > now() - interval '1 day') < ${MAILS_PER_INVITER}::int
      order by i.created_at limit 1
      on conflict do nothing
      returning invitation_hash, invited_by)
    insert into auth.mails (id, kind, recipient, facts)
    select ${uuidv7()}, 'invitation', i.email,
           jsonb_build_object('invitation', i.token_hash, 'project', i.project_name, 'role', i.role, 'by', u.name)
    from invitation m
    join flags.invitation_to_mail_v1 i on i.token_hash = m.invitation_hash
    join auth.users u on u.id = m.invited_by
    returning id`;
  return queued.length > 0;
}

/** Makes the link of a mail. It opens the invitation as its first link does. @returns its path; undefined when that has ended */
export async function createInvitationLink(manager: Sql, invitationHash: string): Promise<string | undefined> {
  const token = `bge_inv_${randomBytes(32).toString('base64url')}`;
  const [, made] = await manager.sql<[unknown[], number]>`
    update auth.mailed_invitations set link_hashes = link_hashes || ${hashOf(token)}::text
    where invitation_hash = ${invitationHash}
      and exists (select from flags.open_invitation_v1 o where o.token_hash = ${invitationHash})`;
  return made > 0 ? `/invitation#${token}` : undefined;
}

/** Those of the last day count for the limits. */
export async function deleteOldInvitations(manager: Sql): Promise<void> {
  await manager.sql`
    delete from auth.mailed_invitations where expires_at < now() and created_at < now() - interval '1 day'`;
}
