import type { FlagDeleted } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { takeBackIn } from '../notices/notify.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { keepDeleted } from './deleted-flags.js';
import { describedFlag, type FlagRow, servedNow, type ValueRow, valueState } from './flag-row.js';
import { lockFlag, lockValues } from './lock-flag.js';
import { changedIn, type Positioned, positionsOf } from './position.js';

/** Deletes a locked flag, archived or not, with its values, which it returns. */
export async function deleteLocked(change: Change, flag: FlagRow): Promise<ValueRow[]> {
  const values = await lockValues(change.manager, flag.id);
  const isServed = flag.archived_at === null;
  for (const value of values) {
    change.touch(value.environment_id);
    const served = servedNow(flag, value);
    if (served) change.flagDeleted(value.environment_id, flag, isServed ? served : undefined);
  }
  await change.manager.sql`delete from flags.flags where id = ${flag.id}`;
  change.send(keepDeleted(change.manager, flag, values));
  change.send(takeBackIn(change, flag.project_id, { flag_id: flag.id }));
  const environments = values.map((row) => ({ environment_id: row.environment_id, ...valueState(row) }));
  change.audit({
    action: 'flag_delete',
    project_id: flag.project_id,
    flag_id: flag.id,
    flag_key: flag.key,
    old_values: { ...describedFlag(flag), environments },
    new_values: null,
  });
  return values;
}

@Injectable()
export class DeleteFlagService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Deletes the flag with its values in every environment. Edits blocked on its lock get 404. */
  async delete(actor: CurrentUser, flagId: string): Promise<Positioned<FlagDeleted>> {
    const { result, messages } = await this.unitOfWork.commit(actor, async (change) => {
      const values = await deleteLocked(change, await lockFlag(change.manager, flagId));
      return {
        envIds: values.map(({ environment_id }) => ({ environment_id })),
        success: true as const,
        message: 'Flag deleted successfully',
      };
    });
    return { view: result, position: positionsOf(messages), changed: changedIn(messages) };
  }
}
