import { DomainError } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';

/** The lock on the actor's role blocks members from joining or leaving. @throws invalid_request */
export async function assertOwner(
  manager: EntityManager,
  projectId: string,
  ownerId: string | null | undefined,
): Promise<void> {
  if (!ownerId) return;
  const rows = await manager.sql<unknown[]>`
    select from flags.members where project_id = ${projectId} and user_id = ${ownerId}`;
  if (rows.length > 0) return;
  const errors = [{ pointer: '/owner_id', detail: 'is not a member of this project' }];
  throw new DomainError('invalid_request', 'The owner of a flag must be a member of the project.', { errors });
}
