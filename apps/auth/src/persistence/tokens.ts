import type { EntityManager } from 'typeorm';

/** Ends the personal tokens of an account, in the transaction of what ends its sessions. */
export async function revokeTokens(manager: Pick<EntityManager, 'sql'>, userId: string): Promise<void> {
  await manager.sql`update auth.tokens set revoked_at = now() where user_id = ${userId} and revoked_at is null`;
}
