import type { EntityManager } from 'typeorm';
import { revokeTokens } from './tokens.js';

/** The name that pages show for an account that was deleted. */
export const DELETED_NAME = 'Deleted account';

/**
 * Marks an account as removed and forgets its name, address and password. The row stays, since the histories of projects
 * have its id; the address may be registered again. What replaces it is no address, so no account can have it already.
 * @returns false: it was removed before
 */
export async function removeAccount(manager: Pick<EntityManager, 'sql'>, userId: string): Promise<boolean> {
  const [, removed] = await manager.sql<[unknown[], number]>`
    update auth.users
    set removed_at = now(), administrator_since = null, name = ${DELETED_NAME}, password_hash = '',
        password_version = password_version + 1, email = '@' || id, email_key = '@' || id,
        last_sign_in_at = null, last_sign_in_by = null, email_verified_at = null, must_verify_email = false
    where id = ${userId} and removed_at is null`;
  await revokeTokens(manager, userId);
  await manager.sql`delete from auth.mails where user_id = ${userId}`;
  await manager.sql`delete from auth.mailed_notices where user_id = ${userId}`;
  await manager.sql`delete from auth.links where user_id = ${userId}`;
  await manager.sql`delete from auth.identities where user_id = ${userId}`;
  await manager.sql`delete from auth.listed_administrators where user_id = ${userId}`;
  return removed > 0;
}
