import type { FlagValueView } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { assertUnchangedSince, decideValue } from './decide-value.js';
import { toServed, type ValueRow, type ValueState, valueState, valueView } from './flag-row.js';
import { lockFlagAndValue } from './lock-flag.js';

/** A toggle patches the cached flag set; an edit evicts it. */
const KINDS = {
  toggle: { action: 'flag_toggle', cacheUpdate: 'patch' },
  edit: { action: 'flag_update', cacheUpdate: 'evict' },
} as const;

export interface ValueChange {
  kind: keyof typeof KINDS;
  flagId: string;
  environmentId: string;
  patch: Partial<ValueState>;
  /** The header If-Match: change the value only if it is still the one that the caller has read. */
  ifMatch?: string;
}

/** Writes the columns of the value and nothing else. `updated_at` rises even when the clock stands still or goes back. */
async function writeValue(manager: EntityManager, row: ValueRow, next: ValueState): Promise<ValueRow> {
  const [written] = await manager.sql<[{ updated_at: Date }[], number]>`
    update flags.flag_values
    set is_enabled = ${next.is_enabled}, rollout_percentage = ${next.rollout_percentage},
        targeting_attribute = ${next.targeting_attribute}, targeting_value = ${next.targeting_value},
        targeting_return_value = ${next.targeting_return_value},
        updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    where id = ${row.id}
    returning updated_at`;
  if (!written[0]) throw notFound();
  return { ...row, ...next, updated_at: written[0].updated_at };
}

/** Toggles or edits a flag's value in one environment: locks, decides, writes and audits in one transaction. */
@Injectable()
export class ChangeFlagValueService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  change(actor: CurrentUser, { kind, flagId, environmentId, patch, ifMatch }: ValueChange): Promise<FlagValueView> {
    const { action, cacheUpdate } = KINDS[kind];
    const work = this.unitOfWork.run(
      actor,
      async (change) => {
        const { flag, value: row } = await lockFlagAndValue(change.manager, flagId, environmentId);
        assertUnchangedSince(row, ifMatch);
        const next = decideValue(valueState(row), patch, flag.type);
        if (!next) return row;
        change.flagUpdated(environmentId, toServed(flag, next), toServed(flag, row));
        change.audit({
          action,
          project_id: flag.project_id,
          flag_id: flagId,
          flag_key: flag.key,
          environment_id: environmentId,
          environment_name: row.environment_name,
          old_values: { ...valueState(row) },
          new_values: { ...next },
        });
        return writeValue(change.manager, row, next);
      },
      { cacheUpdate },
    );
    return work.then(valueView);
  }
}
