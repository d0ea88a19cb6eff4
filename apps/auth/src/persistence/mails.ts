import type { Role } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

type Sql = Pick<EntityManager, 'sql'>;

/** What changed about an account. */
export type SecurityChange =
  | 'password_change'
  | 'password_reset'
  | 'address_change'
  | 'take_over'
  | 'sessions_end'
  | 'account_disable'
  | 'account_enable'
  | 'link_create'
  | 'administrator_grant'
  | 'administrator_withdraw'
  | 'provider_link'
  | 'provider_unlink';

/** What a mail says. It never has a secret: the row is read by backups and operators. */
export type MailContent =
  | { kind: 'verify' | 'reset' | 'test'; facts: Record<string, never> }
  | { kind: 'new_device'; facts: { address: string; user_agent: string | null } }
  | { kind: 'security'; facts: { change: SecurityChange; by: string | null } }
  /** Their ids: what they say is read when the mail is sent. */
  | { kind: 'notices'; facts: { ids: string[] } }
  | { kind: 'token_ends'; facts: { name: string; ends_at: string; is_own: boolean } }
  /** With the hash that flags-admin has of it. */
  | { kind: 'invitation'; facts: { invitation: string; project: string; role: Role; by: string } };

export type NewMail = MailContent & {
  /** Null where the account is looked up by the recipient when the mail is sent. */
  userId: string | null;
  /** Left out: the account's address when the mail is sent. */
  recipient?: string;
};

/** A mail that one replica sends now. */
export type ClaimedMail = MailContent & {
  /** Also its Message-ID. */
  id: string;
  userId: string | null;
  recipient: string | null;
  attempts: number;
  /** How long ago it was queued. */
  ageSeconds: number;
};

/** Longer than an attempt takes, so that no other replica sends the same mail; a mail of a killed process waits as long. */
const CLAIMED_SECONDS = 120;
const KEPT_DAYS = 7;

/** Mail is off without SMTP_URL. */
export interface MailSetting {
  SMTP_URL?: string | undefined;
}

/** Queues a mail in the transaction of what it is about, unless mail is off. */
export async function queueMail(
  manager: Sql,
  { SMTP_URL }: MailSetting,
  { kind, userId, recipient, facts }: NewMail,
): Promise<void> {
  if (SMTP_URL === undefined) return;
  await manager.sql`
    insert into auth.mails (id, kind, user_id, recipient, facts)
    values (${uuidv7()}, ${kind}, ${userId}, ${recipient ?? null}, ${JSON.stringify(facts)}::jsonb)`;
}

/** The next mail that is due. No other replica gets it until the claim ends. */
export async function claimMail(manager: Sql): Promise<ClaimedMail | undefined> {
  const [[mail]] = await manager.sql<[ClaimedMail[], number]>`
    update auth.mails
    set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${CLAIMED_SECONDS})
    where id = (
      select id from auth.mails where given_up_at is null and next_attempt_at <= now()
      order by next_attempt_at limit 1 for update skip locked)
    returning id, kind, user_id as "userId", recipient, facts, attempts,
              extract(epoch from now() - created_at)::float8 as "ageSeconds"`;
  return mail;
}

/** Whether it still waits: what it is about may have been taken back. */
export async function isQueued(manager: Sql, id: string): Promise<boolean> {
  const [row] = await manager.sql<unknown[]>`select from auth.mails where id = ${id}`;
  return row !== undefined;
}

export async function deleteMail(manager: Sql, id: string): Promise<void> {
  await manager.sql`delete from auth.mails where id = ${id}`;
}

export async function postponeMail(manager: Sql, id: string, seconds: number, error: string): Promise<void> {
  await manager.sql`
    update auth.mails set next_attempt_at = now() + make_interval(secs => ${seconds}), last_error = ${error}
    where id = ${id}`;
}

export async function giveUpMail(manager: Sql, id: string, error: string): Promise<void> {
  await manager.sql`update auth.mails set given_up_at = now(), last_error = ${error} where id = ${id}`;
}

/** Deletes mails that failed a week ago, or are that old because mail was off. */
export async function deleteOldMails(manager: Sql): Promise<void> {
  await manager.sql`
    delete from auth.mails where coalesce(given_up_at, created_at) < now() - make_interval(days => ${KEPT_DAYS})`;
}

/** Ends what could still change or verify the address of an account. To be called with its row locked. */
export async function endVerification(manager: Sql, userId: string): Promise<void> {
  await manager.sql`delete from auth.mails where user_id = ${userId} and kind = 'verify'`;
  await manager.sql`delete from auth.links where user_id = ${userId} and kind = 'verify'`;
}

export interface MailBacklog {
  waiting: number;
  /** Age of the oldest that waits; 0 = none. */
  oldest_seconds: number;
  /** In the last week. */
  given_up: number;
  /** Of the latest attempt that failed. */
  last_error: string | null;
}

export async function readMailBacklog(manager: Sql): Promise<MailBacklog> {
  const [row] = await manager.sql<[MailBacklog]>`
    select count(*) filter (where given_up_at is null)::int as waiting,
           coalesce(extract(epoch from now() - min(created_at) filter (where given_up_at is null)), 0)::float8
             as oldest_seconds,
           count(*) filter (where given_up_at is not null)::int as given_up,
           (select last_error from auth.mails where last_error is not null order by created_at desc limit 1)
             as last_error
    from auth.mails`;
  return row;
}
