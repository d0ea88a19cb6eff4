import { DomainError, type FieldFault } from '@burgee/contracts/wire';
import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import { type PastFlagSet, readFlagSetAt } from '../history/flag-set-at.query.js';
import { type LockedFlagAndValue, lockFlagsAndValues } from '../flags/lock-flag.js';
import { lockProject } from '../unit-of-work/lock-project.js';

export interface LockedRestore {
  past: PastFlagSet;
  /** Every flag of the project, with its value in this environment. */
  present: LockedFlagAndValue[];
}

interface RestoreTarget {
  projectId: string;
  environmentId: string;
  at: string;
  /** The flags to restore, or undefined for all. */
  flags: readonly string[] | undefined;
}

function refuseUnknown(flags: readonly string[], isKnown: (id: string) => boolean): void {
  const named = new Set<string>();
  const errors = flags.flatMap((id, index): FieldFault[] => {
    const pointer = `/flags/${index}`;
    if (named.has(id)) return [{ pointer, detail: 'is named twice' }];
    named.add(id);
    return isKnown(id) ? [] : [{ pointer, detail: 'was not in this environment at that time' }];
  });
  if (errors.length === 0) return;
  const detail = `Nothing was changed: ${errors.length} of ${flags.length} cannot be restored. \`errors\` says why.`;
  throw new DomainError('invalid_request', detail, { errors });
}

/**
 * The past flag set, and all present flags, locked so that they cannot change between the decision and the commit. The
 * project is locked first, so that no flag is created or deleted.
 * @throws not_found, invalid_request, history_gone, position_unknown
 */
export async function lockRestored(
  manager: EntityManager,
  { projectId, environmentId, at, flags }: RestoreTarget,
): Promise<LockedRestore> {
  await lockProject(manager, projectId);
  const past = await readFlagSetAt(manager, environmentId, at);
  if (flags) refuseUnknown(flags, (id) => past.flags.some(({ flag_id }) => flag_id === id));
  const chosen = flags ? past.flags.filter(({ flag_id }) => flags.includes(flag_id)) : past.flags;
  const rows = await manager.sql<{ id: string }[]>`
    select id from flags.flags
    where project_id = ${projectId} and (${flags ?? null}::uuid[] is null or id = any(${flags ?? null}::uuid[]))`;
  const present = await lockFlagsAndValues(
    manager,
    rows.map(({ id }) => id),
    environmentId,
  );
  const environments = await manager.sql<unknown[]>`
    select from flags.environments where id = ${environmentId} and project_id = ${projectId}`;
  if (environments.length === 0) throw notFound();
  return { past: { ...past, flags: chosen }, present };
}
