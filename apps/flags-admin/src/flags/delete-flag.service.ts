import type { FlagDeleted } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { takeBackIn } from '../notices/notify.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { keepDeleted } from './deleted-flags.js';
import { describedFlag, servedNow, valueState } from './flag-row.js';
import { lockFlag, lockValues } from './lock-flag.js';
import { changedIn, type Positioned, positionsOf } from './position.js';

@Injectable()
export class DeleteFlagService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Deletes the flag, archived or not, with its values in every environment. Edits blocked on its lock get 404.
   */
  async delete(actor: CurrentUser, flagId: string): Promise<Positioned<FlagDeleted>> {
    const { result, messages } = await this.unitOfWork.commit(actor, async (change) => {
      const flag = await lockFlag(change.manager, flagId);
      const values = await lockValues(change.manager, flagId);
      const isServed = flag.archived_at === null;
      for (const value of values) {
        change.touch(value.environment_id);
        const served = servedNow(flag, value);
        if (served) change.flagDeleted(value.environment_id, flag, isServed ? served : undefined);
      }
      await change.manager.sql`delete from flags.flags where id = ${flagId}`;
      change.send(keepDeleted(change.manager, flag, values));
      change.send(takeBackIn(change, flag.project_id, { flag_id: flagId }));
      const environments = values.map((row) => ({ environment_id: row.environment_id, ...valueState(row) }));
      change.audit({
        action: 'flag_delete',
        project_id: flag.project_id,
        flag_id: flagId,
        flag_key: flag.key,
        old_values: { ...describedFlag(flag), environments },
        new_values: null,
      });
      return {
        envIds: values.map(({ environment_id }) => ({ environment_id })),
        success: true as const,
        message: 'Flag deleted successfully',
      };
    });
    return { view: result, position: positionsOf(messages), changed: changedIn(messages) };
  }
}
