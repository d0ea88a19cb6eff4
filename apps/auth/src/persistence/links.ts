import { createHash, randomBytes } from 'node:crypto';
import { DomainError } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';

type Sql = Pick<EntityManager, 'sql'>;

export type LinkKind = 'setup' | 'reset' | 'sign-in' | 'verify';

const LIFETIME_SECONDS: Record<LinkKind, number> = { setup: 86_400, reset: 3_600, 'sign-in': 3_600, verify: 86_400 };
/** Ended links stay this long, so that one can be looked up. */
const KEPT_DAYS = 7;

const WHO_HELPS: Record<LinkKind, string> = {
  setup: 'The operator gets a new one with: burgee-operator setup-link',
  reset: 'Ask an administrator for a new one, or the operator: burgee-operator reset-password EMAIL',
  'sign-in': 'Ask the operator for a new one: burgee-operator sign-in-link EMAIL',
  verify: 'Sign in, and have another one sent from the page of your account.',
};

export interface NewLink {
  /** Relative to the dashboard's address. The token follows #, so that browsers send it to no server. */
  path: string;
  expiresAt: Date;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export const linkEnded = (kind: LinkKind) =>
  new DomainError('link_ended', `This link has been used, or is too old. ${WHO_HELPS[kind]}`);

/**
 * Makes a link that works once, and ends earlier ones of its kind and account. Only its hash is stored.
 * @param email the address that it is mailed to. Such a link ends no other, since a mail may be sent again, and anyone can
 *   have one sent.
 */
export async function createLink(
  manager: Sql,
  kind: LinkKind,
  userId: string | null,
  email: string | null = null,
): Promise<NewLink> {
  const token = `bge_lnk_${randomBytes(32).toString('base64url')}`;
  // One at a time, or neither of two would see the other and end it.
  await (userId === null
    ? manager.sql`select from auth.installation for update`
    : manager.sql`select from auth.users where id = ${userId} for no key update`);
  await manager.sql`
    delete from auth.links
    where (kind = ${kind} and user_id is not distinct from ${userId}::uuid and ${email}::text is null)
       or expires_at < now() - make_interval(days => ${KEPT_DAYS})`;
  const [row] = await manager.sql<[{ expires_at: Date }]>`
    insert into auth.links (token_hash, kind, user_id, email, expires_at)
    values (${hashOf(token)}, ${kind}, ${userId}, ${email}, now() + make_interval(secs => ${LIFETIME_SECONDS[kind]}))
    returning expires_at`;
  return { path: `/link/${kind}#${token}`, expiresAt: row.expires_at };
}

/** Ends what an account could still use, such as after its password has changed. */
export async function endLinks(manager: Sql, userId: string, ...kinds: LinkKind[]): Promise<void> {
  await manager.sql`
    delete from auth.links where user_id = ${userId} and kind = any(${kinds}::text[]) and used_at is null`;
}

interface UsableLink {
  userId: string | null;
  isUsed: boolean;
}

/** Costs no hash of a password, and leaves the link as it is. @throws link_ended when it is unknown or too old */
export async function readLink(manager: Sql, kind: LinkKind, token: string): Promise<UsableLink> {
  const [link] = await manager.sql<UsableLink[]>`
    select user_id as "userId", used_at is not null as "isUsed" from auth.links
    where token_hash = ${hashOf(token)} and kind = ${kind} and expires_at > now()`;
  if (!link) throw linkEnded(kind);
  return link;
}

/** @throws link_ended */
export async function assertLinkOpen(manager: Sql, kind: LinkKind, token: string): Promise<void> {
  if ((await readLink(manager, kind, token)).isUsed) throw linkEnded(kind);
}

/** What a used link was for. */
interface UsedLink {
  userId: string | null;
  /** The address that it was mailed to. Its use proves that address. */
  email: string | null;
}

/** Uses a link up, in the transaction of what it is for. @throws link_ended */
export async function useLink(manager: Sql, kind: LinkKind, token: string): Promise<UsedLink> {
  // The account first, as all that ends links does: two orders would deadlock.
  await manager.sql`
    select from auth.users where id = (select user_id from auth.links where token_hash = ${hashOf(token)}) for update`;
  const [[row]] = await manager.sql<[UsedLink[], number]>`
    update auth.links set used_at = now()
    where token_hash = ${hashOf(token)} and kind = ${kind} and used_at is null and expires_at > now()
    returning user_id as "userId", email`;
  if (!row) throw linkEnded(kind);
  return row;
}
