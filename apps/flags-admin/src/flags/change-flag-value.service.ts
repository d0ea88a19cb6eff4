import type { FlagValueView } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { assertUnchangedSince, decideValue } from './decide-value.js';
import { assertInUse, servedNow, toServed, type ValueRow, type ValueState, valueState, valueView } from './flag-row.js';
import { lockFlagAndValue, type LockedFlagAndValue } from './lock-flag.js';
import { changedIn, type Positioned, positionsOf, readPosition } from './position.js';

/** A toggle patches the cached flag set, and an edit evicts it. */
const KINDS = {
  toggle: { action: 'flag_toggle', cacheUpdate: 'patch' },
  edit: { action: 'flag_update', cacheUpdate: 'evict' },
} as const;

export interface ValueChange {
  kind: keyof typeof KINDS;
  flagId: string;
  environmentId: string;
  patch: Partial<ValueState>;
  /** The header If-Match: change the value only if it is the value that the client has read. */
  ifMatch?: string;
}

/** Writes only the columns of the value, which clients get from now on. */
function writeValue(manager: EntityManager, row: ValueRow): Promise<unknown> {
  return manager.sql`
    update flags.flag_values
    set is_enabled = ${row.is_enabled}, rollout_percentage = ${row.rollout_percentage},
        targeting_attribute = ${row.targeting_attribute}, targeting_value = ${row.targeting_value},
        targeting_return_value = ${row.targeting_return_value}, updated_at = ${row.updated_at}, served = true
    where id = ${row.id}`;
}

/**
 * Announces and audits the value of a locked row. Clients learn nothing about archived flags. @returns the row after the
 * change
 */
export function addValueMessages(
  change: Change,
  action: (typeof KINDS)[keyof typeof KINDS]['action'],
  { flag, value: row, nextUpdate, next }: LockedFlagAndValue & { next: ValueState },
  /** Additional fields for the audit entry. */
  more: Record<string, unknown> = {},
): ValueRow {
  if (flag.archived_at === null) change.flagUpdated(row.environment_id, toServed(flag, next), servedNow(flag, row));
  else change.unservedValueChanged(row.environment_id);
  const serves = row.served === false && { served: true };
  change.values.push({
    flagId: flag.id,
    flagKey: flag.key,
    environmentId: row.environment_id,
    before: valueState(row),
    after: next,
  });
  change.audit({
    action,
    project_id: flag.project_id,
    flag_id: flag.id,
    flag_key: flag.key,
    environment_id: row.environment_id,
    environment_name: row.environment_name,
    old_values: { ...valueState(row) },
    new_values: { ...next, ...serves, ...more },
  });
  return { ...row, ...next, ...serves, updated_at: nextUpdate };
}

/** Announces, audits and writes the value. */
export function changeValue(...[change, ...details]: Parameters<typeof addValueMessages>): ValueRow {
  const written = addValueMessages(change, ...details);
  change.send(writeValue(change.manager, written));
  return written;
}

/** Toggles or edits a flag's value in one environment: locks, decides, writes and audits in one transaction. */
@Injectable()
export class ChangeFlagValueService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async change(
    actor: CurrentUser,
    { kind, flagId, environmentId, patch, ifMatch }: ValueChange,
  ): Promise<Positioned<FlagValueView>> {
    const { action, cacheUpdate } = KINDS[kind];
    const { result, messages } = await this.unitOfWork.lockAndRun(
      actor,
      (manager) => lockFlagAndValue(manager, flagId, environmentId),
      async (change, locked) => {
        assertInUse(locked.flag);
        assertUnchangedSince(locked.value, ifMatch);
        const next = decideValue(valueState(locked.value), patch, locked.flag.type);
        if (next) return { row: changeValue(change, action, { ...locked, next }), unchangedAt: [] };
        return { row: locked.value, unchangedAt: [await readPosition(change.manager, environmentId)] };
      },
      { cacheUpdate, asks: true },
    );
    const { row, unchangedAt } = result;
    const unchanged = unchangedAt.map((position) => ({ environmentId, ...position }));
    return {
      view: valueView(row),
      position: positionsOf(messages, unchangedAt),
      changed: [...unchanged, ...changedIn(messages)],
    };
  }
}
