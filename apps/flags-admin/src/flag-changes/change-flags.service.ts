import type { ChangeFlagsRequest, FlagsChanged } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { announceArchived } from '../flags/archive-flag.service.js';
import type { FlagRow } from '../flags/flag-row.js';
import { lockFlags, lockValues } from '../flags/lock-flag.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { decideAll } from './decide-all.js';
import { itemFinder } from './find-item.js';

const idOf = ({ id }: FlagRow) => id;

async function setArchived(change: Change, flags: readonly FlagRow[], archived: boolean): Promise<FlagRow[]> {
  const changed = flags.filter((flag) => (flag.archived_at !== null) !== archived);
  const ids = changed.map(idOf);
  const values = await lockValues(change.manager, ...ids);
  for (const flag of changed) {
    const own = values.filter(({ flag_id }) => flag_id === flag.id);
    announceArchived(change, flag, own, archived);
  }
  await change.manager.sql`
    update flags.flags
    set archived_at = case when ${archived}::boolean then clock_timestamp() end, updated_at = clock_timestamp()
    where id = any(${ids}::uuid[])`;
  return changed;
}

/** Changes many flags of a project themselves, in all their environments: all or none, in one commit. */
@Injectable()
export class ChangeFlagsService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  change(actor: CurrentUser, projectId: string, { action, flag_ids }: ChangeFlagsRequest): Promise<FlagsChanged> {
    return this.unitOfWork.lockAndRun(
      actor,
      (manager) => lockFlags(manager, projectId, flag_ids),
      async (change, locked) => {
        const flags = decideAll(flag_ids, '/flag_ids', itemFinder(locked, idOf, ''));
        change.beginGroup();
        const changed = await setArchived(change, flags, action === 'archive');
        return { changed: changed.map(idOf) };
      },
    );
  }
}
