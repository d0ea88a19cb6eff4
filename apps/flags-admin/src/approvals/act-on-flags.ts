import { DomainError, may } from '@burgee/contracts/wire';
import { assertFitsOneCall } from '../flag-changes/assert-fits-one-call.js';
import { setArchived } from '../flag-changes/change-flags.service.js';
import { deleteLocked } from '../flags/delete-flag.service.js';
import type { FlagRow } from '../flags/flag-row.js';
import type { Change } from '../unit-of-work/change.js';
import { type ChangeRequestRow, factsOf, type MembersById, type StoredChange } from './change-request-row.js';
import { countingApprovals } from './request-state.js';

/** Whether it archives, unarchives or deletes flags. Submitting it again changes neither its flags nor that. */
export const isOfFlags = ({ changes }: Pick<ChangeRequestRow, 'changes'>): boolean =>
  changes.some(({ action }) => action !== undefined);

/**
 * Counts approvals in every other environment, too: a flag is archived, unarchived or deleted in all. Each approver counts where
 * they can change flags.
 */
async function approveEverywhere(change: Change, row: ChangeRequestRow, members: MembersById): Promise<void> {
  const others = await change.manager.sql<{ id: string }[]>`
    select id from flags.environments where project_id = ${row.project_id} and id <> ${row.environment_id}`;
  for (const { id: environment_id } of others) {
    const facts = factsOf({ ...row, environment_id }, members, new Map());
    // The rules of another environment may ask for someone else.
    change.approve(environment_id, countingApprovals({ ...facts, isOwnEnough: false }).length);
  }
}

/**
 * Archives, unarchives and deletes what a request says. @param flags locked
 * @throws role_too_low, scope_missing, invalid_request where the flags have too many values for one change
 */
export async function actOnFlags(
  change: Change,
  row: ChangeRequestRow,
  members: MembersById,
  flags: readonly FlagRow[],
): Promise<void> {
  if (!may({ role: change.role }, 'edit_flag'))
    throw new DomainError(
      'role_too_low',
      'Archiving, unarchiving and deleting flags takes the editor role in the project.',
    );
  if (change.token && !change.token.verbs.includes('manage'))
    throw new DomainError(
      'scope_missing',
      'This token lacks manage, which archiving, unarchiving and deleting flags takes.',
    );
  await approveEverywhere(change, row, members);
  const flagsTo = (action: StoredChange['action']) => {
    const ids = new Set(row.changes.flatMap((one) => (one.action === action ? [one.flag_id] : [])));
    return flags.filter(({ id }) => ids.has(id));
  };
  await setArchived(change, flagsTo('archive'), true, '/changes');
  await setArchived(change, flagsTo('unarchive'), false, '/changes');
  const deleted = flagsTo('delete');
  await assertFitsOneCall(
    change.manager,
    deleted.map(({ id }) => id),
    '/changes',
  );
  for (const flag of deleted) await deleteLocked(change, flag);
}
