import type { FlagView, UpdateFlagRequest } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { assertOwner } from './assert-owner.js';
import { decideRename } from './decide-rename.js';
import { assertInUse, servedNow, toServed } from './flag-row.js';
import { FlagQuery } from './flag.query.js';
import { lockFlag, lockValues } from './lock-flag.js';
import { type Positioned, positionsOf, readPositions } from './position.js';

@Injectable()
export class RenameFlagService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly flags: FlagQuery,
  ) {}

  /** Reads the response after the transaction, without holding locks. */
  async rename(actor: CurrentUser, flagId: string, request: UpdateFlagRequest): Promise<Positioned<FlagView>> {
    const { result: unchangedAt, messages } = await this.unitOfWork.commit(actor, async (change) => {
      const flag = await lockFlag(change.manager, flagId);
      assertInUse(flag);
      const changed = decideRename(flag, request);
      if (!changed) return readPositions(change.manager, flagId);
      const { name, description, tags, owner_id, kind, ends_on } = changed.next;
      await assertOwner(change.manager, flag.project_id, changed.after.owner_id);
      await change.manager.sql`
        update flags.flags
        set name = ${name}, description = ${description}, tags = ${tags}::text[], owner_id = ${owner_id},
            kind = ${kind}, ends_on = ${ends_on}::date, updated_at = clock_timestamp()
        where id = ${flagId}`;
      if (changed.isServed)
        for (const value of await lockValues(change.manager, flagId)) {
          change.touch(value.environment_id);
          const before = servedNow(flag, value);
          if (before) change.flagUpdated(value.environment_id, toServed({ ...flag, name }, value), before);
        }
      change.audit({
        action: 'flag_rename',
        project_id: flag.project_id,
        flag_id: flagId,
        flag_key: flag.key,
        old_values: changed.before,
        new_values: changed.after,
      });
      return changed.isServed ? [] : readPositions(change.manager, flagId);
    });
    return { view: await this.flags.one(flagId), position: positionsOf(messages, unchangedAt) };
  }
}
