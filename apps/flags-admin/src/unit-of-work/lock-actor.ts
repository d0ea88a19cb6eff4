import type { Role } from '@burgee/contracts/wire';
import { assertRole, type CurrentUser } from '@burgee/session';
import type { EntityManager } from 'typeorm';

/** Distinguishes these advisory locks from others on the same server. */
const SEED = 7_214_002;

/**
 * Waits while the actor is removed or gets another role, and holds up both until the transaction ends. The advisory lock
 * keeps the queue fair: Postgres grants a share of a row past those who wait to change it, so that a member whose
 * writes overlap could not be removed.
 */
export async function lockRole(manager: EntityManager, projectId: string, userId: string): Promise<Role | undefined> {
  const rows = await manager.sql<{ role: Role }[]>`
    select role from flags.members
    where project_id = ${projectId} and user_id = ${userId}
      and pg_advisory_xact_lock_shared(hashtextextended(${projectId}::text, ${SEED}))::text = ''
    for share`;
  return rows[0]?.role;
}

/** Waits until no write of the project is under way, and holds up others until the transaction ends. */
async function lockMembers(manager: EntityManager, projectId: string): Promise<void> {
  await manager.sql`select pg_advisory_xact_lock(hashtextextended(${projectId}::text, ${SEED}))`;
}

/**
 * The first step of every change in a project: locks the actor's member row until the transaction ends, and compares the
 * role in it with the one that the route asks for. The guard's look-up may be older than a removal; this one is not. No
 * other table is read with it, because a statement that waits for a lock reads others as they were before its wait.
 * @param changesMembers whether the change updates or deletes members
 * @returns the actor's role; undefined where the route asks for none
 * @throws not_found, role_too_low
 */
export async function lockActor(
  manager: EntityManager,
  { id, membership }: CurrentUser,
  changesMembers: boolean,
): Promise<Role | undefined> {
  if (!membership) return undefined;
  if (changesMembers) await lockMembers(manager, membership.projectId);
  const role = await lockRole(manager, membership.projectId, id);
  assertRole(role, membership.neededRole);
  return role;
}
