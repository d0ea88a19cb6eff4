import type { ChangedFlagValue, FlagValueChange, UpdateFlagValueRequest } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { addValueMessages } from '../flags/change-flag-value.service.js';
import { assertUnchangedSince, decideValue } from '../flags/decide-value.js';
import { assertInUse, type ValueRow, valueState } from '../flags/flag-row.js';
import { lockFlagsAndValues } from '../flags/lock-flag.js';
import { type Positioned, positionsOf, readPosition } from '../flags/position.js';
import { writeValues } from '../flags/write-values.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { decideAll } from './decide-all.js';
import { itemFinder } from './find-item.js';

const isToggle = (patch: UpdateFlagValueRequest) => Object.keys(patch).every((field) => field === 'is_enabled');

const shown = ({ flag_id, is_enabled, rollout_percentage, updated_at }: ValueRow): ChangedFlagValue => ({
  flag_id,
  is_enabled,
  rollout_percentage,
  updated_at: updated_at.toISOString(),
});

/**
 * Changes the values of many flags in one environment, all or none, in one commit, with a revision for each difference.
 */
@Injectable()
export class ChangeFlagValuesService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async change(
    actor: CurrentUser,
    environmentId: string,
    changes: readonly FlagValueChange[],
  ): Promise<Positioned<ChangedFlagValue[]>> {
    const flagIds = changes.map(({ flag_id }) => flag_id);
    const { result, messages } = await this.unitOfWork.lockAndRun(
      actor,
      (manager) => lockFlagsAndValues(manager, flagIds, environmentId),
      async (change, locked) => {
        if (locked.length === 0) await assertExists(change.manager, environmentId);
        const find = itemFinder(locked, ({ flag }) => flag.id, '/flag_id');
        const decide = ({ flag_id, patch, if_match }: FlagValueChange) => {
          const one = find(flag_id);
          assertInUse(one.flag);
          assertUnchangedSince(one.value, if_match);
          const next = decideValue(valueState(one.value), patch, one.flag.type);
          return { one, next, action: isToggle(patch) ? ('flag_toggle' as const) : ('flag_update' as const) };
        };
        const isOfPatch = (pointer = '') => pointer !== '' && pointer !== '/flag_id';
        const decided = decideAll(changes, '/changes', decide, (error) =>
          isOfPatch(error.options.errors?.[0]?.pointer) ? '/patch' : '',
        );
        change.beginGroup();
        const written: ValueRow[] = [];
        const values = decided.map(({ one, next, action }) => {
          if (!next) return one.value;
          const row = addValueMessages(change, action, { ...one, next });
          written.push(row);
          return row;
        });
        if (written.length > 0) change.send(writeValues(change.manager, written));
        const unchangedAt = written.length === 0 ? [await readPosition(change.manager, environmentId)] : [];
        return { values: values.map(shown), unchangedAt };
      },
      { asks: true },
    );
    return { view: result.values, position: positionsOf(messages, result.unchangedAt) };
  }
}

/** @throws not_found when the environment was deleted after the guard read it */
async function assertExists(manager: EntityManager, environmentId: string): Promise<void> {
  const rows = await manager.sql<unknown[]>`select from flags.environments where id = ${environmentId}`;
  if (rows.length === 0) throw notFound();
}
