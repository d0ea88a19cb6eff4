import { DomainError } from '@burgee/contracts/wire';
import { tookTooLong } from '@burgee/process-kit';
import type { EntityManager } from 'typeorm';
import { inGroups } from './quota.js';

/** Fewer values are deleted in time unless Postgres is slow at the moment, and then a retry helps. */
const LARGE = 5_000;

/** What is deleted, and what a user can delete before to make it smaller. */
const FIRST = { project: 'environments', environment: 'flags' } as const;

/** The number of values in a project, or in one of its environments: each flag has one in each environment. */
async function valuesIn(manager: EntityManager, projectId: string, environmentId: string | null): Promise<number> {
  const [row] = await manager.sql<{ flags: number; environments: number }[]>`
    select (select count(*)::int from flags.flags where project_id = ${projectId}) as flags,
           (select count(*)::int from flags.environments
            where project_id = ${projectId} and id = coalesce(${environmentId}::uuid, id)) as environments`;
  return (row?.flags ?? 0) * (row?.environments ?? 0);
}

/**
 * Runs a delete of a project, or of one of its environments. A delete too large for the time limit of a statement
 * fails again at each retry, so it has an error of its own. @throws delete_too_large
 */
export async function deleteInTime(
  manager: EntityManager,
  projectId: string,
  environmentId: string | null,
  work: () => Promise<void>,
): Promise<void> {
  const values = await valuesIn(manager, projectId, environmentId);
  try {
    await work();
  } catch (error) {
    if (values < LARGE || !tookTooLong(error)) throw error;
    // Fails in turn if Postgres was paused or unreachable: then the size was not at fault.
    await manager.connection.sql`select`;
    const what = environmentId === null ? 'project' : 'environment';
    throw new DomainError(
      'delete_too_large',
      `Deleting the ${inGroups(values)} values of this ${what} takes longer than one request may. ` +
        `Delete ${FIRST[what]} first, then the ${what}.`,
      { cause: error },
    );
  }
}
