import { DomainError, type FlagValueView } from '@burgee/contracts';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Changes } from '../../changes/changes.js';
import { lockFlagAndValue } from '../flag.query.js';
import { toServed, type ValueRow, type ValueState, valueState, valueTag, valueView } from '../flag-row.js';
import { decideValue } from './decide-value.js';

/** Toggling patches the shelf in place; an edit leaves it to the next reader. */
const KINDS = {
  toggle: { action: 'flag_toggle', shelf: 'patch' },
  edit: { action: 'flag_update', shelf: 'invalidate' },
} as const;

export interface ValueChange {
  kind: keyof typeof KINDS;
  flagId: string;
  environmentId: string;
  patch: Partial<ValueState>;
  /** If-Match, when the caller wants to change only what it has seen. */
  ifMatch?: string;
}

/** Writes the columns of the value and nothing else. Its time of change rises even when the clock does not. */
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

function assertUnchangedSince(row: ValueRow, ifMatch: string | undefined): void {
  const current = valueView(row);
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === valueTag(current)) return;
  throw new DomainError('value_changed', 'The value was changed since you read it. Look at `current` and try again.', {
    current,
  });
}

/** Both ways to change a flag's value in an environment. */
@Injectable()
export class ChangeFlagValueService {
  constructor(private readonly changes: Changes) {}

  change(actor: CurrentUser, { kind, flagId, environmentId, patch, ifMatch }: ValueChange): Promise<FlagValueView> {
    const { action, shelf } = KINDS[kind];
    const work = this.changes.run(
      actor,
      async (change) => {
        const { flag, value: row } = await lockFlagAndValue(change.manager, flagId, environmentId);
        assertUnchangedSince(row, ifMatch);
        const next = decideValue(valueState(row), patch, flag.type);
        if (!next) return row;
        change.flagUpdated(environmentId, toServed(flag, next));
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
      shelf,
    );
    return work.then(valueView);
  }
}
