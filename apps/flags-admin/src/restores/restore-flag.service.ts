import type { FlagView } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { FlagQuery } from '../flags/flag.query.js';
import { type Positioned, positionsOf } from '../flags/position.js';
import { Quotas } from '../quotas/quotas.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { assertKeysFree, bringBack, environmentsOf, returningFlag } from './bring-back.js';
import { peekDeleted, readDeleted } from '../flags/deleted-flags.js';

@Injectable()
export class RestoreFlagService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly flags: FlagQuery,
  ) {}

  /**
   * Restores a deleted flag under its id in its last state, archived or not. @throws not_found, duplicate,
   * quota_exceeded
   */
  async restore(actor: CurrentUser, projectId: string, flagId: string): Promise<Positioned<FlagView>> {
    const { messages } = await this.unitOfWork.commit(actor, async (change) => {
      const { manager } = change;
      await lockProject(manager, projectId);
      const found = await peekDeleted(manager, projectId, [flagId]);
      if (found.length === 0) throw notFound();
      const environments = await environmentsOf(manager, projectId);
      for (const id of environments) change.touch(id);
      await assertKeysFree(manager, projectId, found, '');
      await this.quotas.roomForFlag(manager, projectId);
      const deleted = await readDeleted(manager, projectId, [flagId]);
      await bringBack(
        change,
        projectId,
        deleted.map((one) => returningFlag(one, environments)),
      );
    });
    return { view: await this.flags.one(flagId), position: positionsOf(messages) };
  }
}
