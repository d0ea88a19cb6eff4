import type { FlagView } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { takeBack } from '../notices/notify.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { type FlagRow, servedNow, type ValueRow } from './flag-row.js';
import { FlagQuery } from './flag.query.js';
import { lockFlag, lockValues } from './lock-flag.js';
import { changedIn, type Positioned, positionsOf, readPositions } from './position.js';

/**
 * Announces and audits archiving or unarchiving of a locked flag. Clients see a deletion or an update, and nothing where
 * they do not get the flag yet.
 */
export function announceArchived(
  change: Change,
  flag: Pick<FlagRow, 'id' | 'project_id' | 'key' | 'name' | 'type'>,
  values: readonly ValueRow[],
  archived: boolean,
): void {
  for (const value of values) {
    change.touch(value.environment_id);
    const served = servedNow(flag, value);
    if (!served) continue;
    if (archived) change.flagDeleted(value.environment_id, flag, served);
    else change.flagUpdated(value.environment_id, served, undefined);
  }
  if (archived) change.send(takeBack(change, 'flag_stale', flag.id));
  change.audit({
    action: archived ? 'flag_archive' : 'flag_unarchive',
    project_id: flag.project_id,
    flag_id: flag.id,
    flag_key: flag.key,
    old_values: { archived: !archived },
    new_values: { archived },
  });
}

@Injectable()
export class ArchiveFlagService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly flags: FlagQuery,
  ) {}

  /** An archived flag is not served. It keeps its key, values and history. */
  archive(actor: CurrentUser, flagId: string): Promise<Positioned<FlagView>> {
    return this.set(actor, flagId, true);
  }

  /** Serves the flag again with its values. @throws flag_set_too_large */
  unarchive(actor: CurrentUser, flagId: string): Promise<Positioned<FlagView>> {
    return this.set(actor, flagId, false);
  }

  private async set(actor: CurrentUser, flagId: string, archived: boolean): Promise<Positioned<FlagView>> {
    const { result: unchangedAt, messages } = await this.unitOfWork.commit(actor, async (change) => {
      const flag = await lockFlag(change.manager, flagId);
      const values = await lockValues(change.manager, flagId);
      for (const { environment_id } of values) change.touch(environment_id);
      if ((flag.archived_at !== null) === archived) return readPositions(change.manager, flagId);
      announceArchived(change, flag, values, archived);
      await change.manager.sql`
        update flags.flags
        set archived_at = case when ${archived}::boolean then clock_timestamp() end, updated_at = clock_timestamp()
        where id = ${flagId}`;
      return [];
    });
    const view = await this.flags.one(flagId);
    return { view, position: positionsOf(messages, unchangedAt), changed: changedIn(messages) };
  }
}
