import {
  ACCOUNT_LOCK_SEED,
  type ActingToken,
  type MemberRoles,
  MEMBERS_LOCK_SEED,
  rolesOf,
  type TokenMemberRow,
} from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import { allSettled } from './in-transaction.js';

/**
 * Waits while the token is revoked, and holds up auth, which waits for what a revoked token has begun.
 * @returns whether the token is live
 */
export async function lockToken(manager: EntityManager, actorId: string, tokenId: string): Promise<boolean> {
  const [, rows] = await allSettled([
    manager.sql`select pg_advisory_xact_lock_shared(hashtextextended(${actorId}::text, ${ACCOUNT_LOCK_SEED}))`,
    // A second statement, because it sees what was committed while the first waited.
    manager.sql<unknown[]>`select from session_read.token_v1 where token_id = ${tokenId}`,
  ]);
  return rows.length > 0;
}

/**
 * What `lockRoles` is for members. The project stays until the transaction ends, as a member's row would.
 * @param actorId the account of a personal token; of a service token, its own id
 */
export async function lockTokenRoles(
  manager: EntityManager,
  projectId: string,
  actorId: string,
  token: ActingToken,
): Promise<MemberRoles | undefined> {
  const [isLive, , , , rows] = await allSettled([
    lockToken(manager, actorId, token.id),
    manager.sql`select pg_advisory_xact_lock_shared(hashtextextended(${projectId}::text, ${MEMBERS_LOCK_SEED}))`,
    manager.sql`select from flags.members where project_id = ${projectId} and user_id = ${actorId} for share`,
    manager.sql`select from flags.projects where id = ${projectId} for key share`,
    manager.sql<MemberRoles[]>`
      select role, environment_roles from flags.actors where project_id = ${projectId} and user_id = ${actorId}`,
  ]);
  const [own] = rows;
  return isLive && own ? rolesOf(token, own) : undefined;
}

/** The roles of a service token that does not act now, such as the author of a schedule. */
export async function lockServiceRoles(
  manager: EntityManager,
  projectId: string,
  tokenId: string,
): Promise<MemberRoles | undefined> {
  if (!(await lockToken(manager, tokenId, tokenId))) return undefined;
  const [roles] = await manager.sql<Pick<TokenMemberRow, 'role' | 'environment_roles'>[]>`
    select role, environment_roles from access_read.token_member_v1
    where project_id = ${projectId} and token_id = ${tokenId}`;
  return roles;
}
