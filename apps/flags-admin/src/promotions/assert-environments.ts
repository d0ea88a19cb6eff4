import { DomainError } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';

function refuse(pointer: string, detail: string): DomainError {
  return new DomainError('invalid_request', `The request was refused: ${pointer.slice(1)} ${detail}.`, {
    errors: [{ pointer, detail }],
  });
}

/** @throws invalid_request unless they are two environments of this project */
export async function assertEnvironments(
  manager: EntityManager,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  if (from === to) throw refuse('/to', 'must differ from the environment to promote from');
  const rows = await manager.sql<{ id: string }[]>`
    select id from flags.environments where project_id = ${projectId} and id = any(${[from, to]}::uuid[])`;
  const isHere = (id: string) => rows.some((row) => row.id === id.toLowerCase());
  if (!isHere(from)) throw refuse('/from', 'is not an environment of this project');
  if (!isHere(to)) throw refuse('/to', 'is not an environment of this project');
}
