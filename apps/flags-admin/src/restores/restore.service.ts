import type { Restored, RestoredFlag, RestoreRequest } from '@burgee/contracts/http';
import { DomainError, formatPosition } from '@burgee/contracts/wire';
import { assertAdmitted, type CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { assertFitsOneCall } from '../flag-changes/assert-fits-one-call.js';
import { addValueMessages } from '../flags/change-flag-value.service.js';
import { servedNow, type ValueRow, valueState } from '../flags/flag-row.js';
import { type LockedFlagAndValue, lockValues } from '../flags/lock-flag.js';
import { type Positioned, positionsOf, readPosition } from '../flags/position.js';
import { writeValues } from '../flags/write-values.js';
import { actionFor } from '../promotions/compare-values.js';
import { inGroups } from '../quotas/quota.js';
import { Quotas } from '../quotas/quotas.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { assertKeysFree, bringBack, environmentsOf, returningFlag } from './bring-back.js';
import { decideRestore, type RestoreStep } from './decide-restore.js';
import { deletedBytes, peekDeleted, readDeleted } from '../flags/deleted-flags.js';
import { type LockedRestore, lockRestored } from './lock-restored.js';
import { restoreTag } from './restore-tag.js';

/** Each value becomes a revision, a message and a row, all in one transaction that blocks others. */
const VALUES_AT_MOST = 2_000;
/** The bytes of deleted flags, which no flag set limits. */
const BYTES_AT_MOST = 4_000_000;

interface Restore {
  projectId: string;
  environmentId: string;
  pointer: string;
  byId: ReadonlyMap<string, LockedFlagAndValue>;
}

const refuse = (amount: string) =>
  new DomainError('invalid_request', `This would restore ${amount}. Name fewer flags at a time.`, {
    errors: [{ pointer: '/flags', detail: 'is required: too many flags differ' }],
  });

function assertFits(steps: readonly RestoreStep[], environments: number): void {
  const values = steps.reduce((sum, { action }) => sum + (action === 'change' ? 1 : environments), 0);
  if (values <= VALUES_AT_MOST) return;
  throw refuse(`${values} values; one call restores up to ${VALUES_AT_MOST}`);
}

/** @throws value_changed, with the present changes, when they differ from the dry run */
function assertAsTried(ifMatch: string | undefined, current: Restored): void {
  if (ifMatch === undefined || ifMatch === current.tag) return;
  const detail =
    'Something changed since the dry run. Check `current`, which is what would be restored now, then try again.';
  throw new DomainError('value_changed', detail, { current });
}

const shown = ({ flagId: flag_id, key, action, parts, from, to }: RestoreStep): RestoredFlag => ({
  flag_id,
  key,
  action,
  parts,
  from,
  to,
});

/** Adds the update time of each written value. */
function withTimes(view: Restored, written: readonly ValueRow[]): Restored {
  const times = new Map(written.map(({ flag_id, updated_at }) => [flag_id, updated_at.toISOString()]));
  return { ...view, changes: view.changes.map((change) => ({ ...change, updated_at: times.get(change.flag_id) })) };
}

/** @throws history_gone when a deleted flag is no longer stored */
function assertKept(steps: readonly RestoreStep[], found: readonly { id: string }[], pointer: string): void {
  const kept = new Set(found.map(({ id }) => id));
  const lost = steps.filter(({ flagId }) => !kept.has(flagId));
  if (lost.length === 0) return;
  const detail = 'Some deleted flags are no longer kept. List only flags that can still be restored.';
  throw new DomainError('history_gone', detail, {
    errors: lost.map(({ key }) => ({ pointer, detail: `${key} is no longer kept` })),
  });
}

/** Restores a past flag set in an environment, all or none, in one commit. */
@Injectable()
export class RestoreService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
  ) {}

  async restore(
    actor: CurrentUser,
    projectId: string,
    environmentId: string,
    request: RestoreRequest,
  ): Promise<Positioned<Restored>> {
    const { at, flags, dry_run: dryRun = false, if_match: ifMatch } = request;
    const { result, messages } = await this.unitOfWork.lockAndRun(
      actor,
      (manager) => lockRestored(manager, { projectId, environmentId, at, flags }),
      async (change, locked) => {
        const { steps, view } = this.decide(environmentId, locked, dryRun);
        assertAsTried(ifMatch, view);
        const byId = new Map(locked.present.map((one) => [one.flag.id, one]));
        const restore = { projectId, environmentId, pointer: flags ? '/flags' : '/at', byId };
        const written = steps.length > 0 ? await this.carryOut(change, view, steps, restore) : [];
        const isUnchanged = steps.length === 0 && !dryRun;
        return {
          view: dryRun ? view : withTimes(view, written),
          unchangedAt: isUnchanged ? [await readPosition(change.manager, environmentId)] : [],
        };
      },
      { dryRun },
    );
    return { view: result.view, position: positionsOf(messages, result.unchangedAt) };
  }

  private decide(environmentId: string, { past, present }: LockedRestore, dryRun: boolean) {
    const { steps, newer } = decideRestore(
      past.flags.map(({ flag }) => flag),
      present.map(({ flag, value }) => ({
        id: flag.id,
        key: flag.key,
        archived: flag.archived_at !== null,
        value: valueState(value),
      })),
    );
    const position = formatPosition(past.position);
    const view: Restored = {
      dry_run: dryRun,
      position,
      changes: steps.map(shown),
      newer: newer.map(({ flagId: flag_id, key }) => ({ flag_id, key })),
      tag: restoreTag(environmentId, position, steps),
    };
    return { steps, view };
  }

  private async carryOut(change: Change, view: Restored, steps: RestoreStep[], restore: Restore): Promise<ValueRow[]> {
    const { manager } = change;
    const environments = await environmentsOf(manager, restore.projectId);
    if (steps.some(({ action }) => action !== 'change')) {
      for (const id of environments) change.touch(id);
      if (change.roles) assertAdmitted(change.roles, { neededRole: 'editor' });
    }
    assertFits(steps, environments.length);
    change.beginGroup();
    change.audit({
      action: 'environment_restore',
      project_id: restore.projectId,
      environment_id: restore.environmentId,
      environment_name: restore.byId.values().next().value?.value.environment_name,
      old_values: null,
      new_values: { position: view.position, flags: steps.length },
    });
    const of = (action: RestoreStep['action']) => steps.filter((step) => step.action === action);
    await this.bringBackAll(change, of('restore'), environments, restore);
    const written = [
      ...(await this.unarchiveAll(change, of('unarchive'), restore)),
      ...of('change').map((step) => this.announce(change, step, restore)),
    ];
    if (written.length > 0) change.send(writeValues(manager, written));
    return written;
  }

  private announce(change: Change, { flagId, parts, to }: RestoreStep, { byId }: Restore): ValueRow {
    const locked = byId.get(flagId) as LockedFlagAndValue;
    return addValueMessages(change, actionFor(parts), { ...locked, next: to });
  }

  /** Unarchives flags in every environment with their stored values. @returns the rows to write */
  private async unarchiveAll(change: Change, steps: RestoreStep[], restore: Restore): Promise<ValueRow[]> {
    if (steps.length === 0) return [];
    const { manager } = change;
    const ids = steps.map(({ flagId }) => flagId);
    await assertFitsOneCall(manager, ids, '/flags');
    const values = await lockValues(manager, ...ids);
    const written = steps.flatMap((step) => {
      const { flag } = restore.byId.get(step.flagId) as LockedFlagAndValue;
      for (const value of values.filter(({ flag_id }) => flag_id === step.flagId)) {
        change.touch(value.environment_id);
        const isChanged = value.environment_id === restore.environmentId && step.parts.length > 0;
        const served = servedNow(flag, isChanged ? step.to : value);
        if (served) change.flagUpdated(value.environment_id, served, undefined);
      }
      const about = { project_id: flag.project_id, flag_id: flag.id, flag_key: flag.key };
      change.audit({
        action: 'flag_unarchive',
        ...about,
        old_values: { archived: true },
        new_values: { archived: false },
      });
      return step.parts.length > 0 ? [this.announce(change, step, restore)] : [];
    });
    change.send(manager.sql`
      update flags.flags set archived_at = null, updated_at = clock_timestamp() where id = any(${ids}::uuid[])`);
    return written;
  }

  private async bringBackAll(
    change: Change,
    steps: RestoreStep[],
    environments: string[],
    restore: Restore,
  ): Promise<void> {
    if (steps.length === 0) return;
    const { projectId, environmentId, pointer } = restore;
    const ids = steps.map(({ flagId }) => flagId);
    const found = await peekDeleted(change.manager, projectId, ids);
    assertKept(steps, found, pointer);
    await assertKeysFree(change.manager, projectId, found, pointer);
    await this.quotas.roomForFlag(change.manager, projectId, steps.length);
    const bytes = ids.length < 2 ? 0 : await deletedBytes(change.manager, projectId, ids);
    if (bytes > BYTES_AT_MOST)
      throw refuse(`flags with ${inGroups(bytes)} bytes of values; one call restores up to ${inGroups(BYTES_AT_MOST)}`);
    const deleted = await readDeleted(change.manager, projectId, ids);
    const then = new Map(steps.map(({ flagId, to }) => [flagId, to]));
    const returning = deleted.map((one) => {
      const to = then.get(one.flag.id);
      const values = new Map(to && [[environmentId, to]]);
      return returningFlag(one, environments, { archived: false, values });
    });
    await bringBack(change, projectId, returning);
  }
}
