import type { ChangeFlagsRequest, FlagsChanged } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { announceArchived } from '../flags/archive-flag.service.js';
import type { FlagRow, ValueRow } from '../flags/flag-row.js';
import { lockFlags, lockValues } from '../flags/lock-flag.js';
import { changedIn, type Positioned, positionsOf, readPositions } from '../flags/position.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { assertFitsOneCall } from './assert-fits-one-call.js';
import { decideAll } from './decide-all.js';
import { decideTags } from './decide-tags.js';
import { itemFinder } from './find-item.js';

const idOf = ({ id }: FlagRow) => id;

/** Archives or unarchives locked flags. @param pointer to the flags in the body */
export async function setArchived(
  change: Change,
  flags: readonly FlagRow[],
  archived: boolean,
  pointer = '/flag_ids',
): Promise<FlagRow[]> {
  const changed = flags.filter((flag) => (flag.archived_at !== null) !== archived);
  const ids = changed.map(idOf);
  await assertFitsOneCall(change.manager, ids, pointer);
  const valuesOf = new Map<string, ValueRow[]>(ids.map((id) => [id, []]));
  for (const value of await lockValues(change.manager, ...ids)) valuesOf.get(value.flag_id)?.push(value);
  for (const flag of changed) announceArchived(change, flag, valuesOf.get(flag.id) ?? [], archived);
  await change.manager.sql`
    update flags.flags
    set archived_at = case when ${archived}::boolean then clock_timestamp() end, updated_at = clock_timestamp()
    where id = any(${ids}::uuid[])`;
  return changed;
}

/** Tags are not part of the flag set, so they create no revision. */
async function setTags(
  change: Change,
  flags: readonly FlagRow[],
  tags: readonly string[],
  added: boolean,
): Promise<FlagRow[]> {
  const next = decideAll(flags, '/flag_ids', (flag) => decideTags(flag, tags, added));
  const changed = flags.flatMap((flag, index) => {
    const after = next[index] as string[];
    return after.join(' ') === flag.tags.join(' ') ? [] : [{ flag, after }];
  });
  for (const { flag, after } of changed)
    change.audit({
      action: 'flag_rename',
      project_id: flag.project_id,
      flag_id: flag.id,
      flag_key: flag.key,
      old_values: { tags: flag.tags },
      new_values: { tags: after },
    });
  const rows = changed.map(({ flag, after }) => ({ id: flag.id, tags: after }));
  await change.manager.sql`
    update flags.flags f set tags = n.tags, updated_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(id uuid, tags text[])
    where f.id = n.id`;
  return changed.map(({ flag }) => flag);
}

/** @throws invalid_request when tags are missing, or given for an action without tags */
function tagsOf({ action, tags }: ChangeFlagsRequest): string[] {
  const isAbout = action === 'tag' || action === 'untag';
  if (isAbout === (tags !== undefined)) return tags ?? [];
  const detail = isAbout ? `tags is required to ${action}` : `tags is not allowed with ${action}`;
  throw new DomainError('invalid_request', `The request was refused: ${detail}.`, {
    errors: [{ pointer: '/tags', detail }],
  });
}

/** Changes flags of a project in all their environments, all or none, in one commit. */
@Injectable()
export class ChangeFlagsService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async change(actor: CurrentUser, projectId: string, request: ChangeFlagsRequest): Promise<Positioned<FlagsChanged>> {
    const { action, flag_ids } = request;
    const tags = tagsOf(request);
    const { result, messages } = await this.unitOfWork.lockAndRun(
      actor,
      (manager) => lockFlags(manager, projectId, flag_ids),
      async (change, locked) => {
        const flags = decideAll(flag_ids, '/flag_ids', itemFinder(locked, idOf, ''));
        change.beginGroup();
        const isTags = action === 'tag' || action === 'untag';
        const changed = isTags
          ? await setTags(change, flags, tags, action === 'tag')
          : await setArchived(change, flags, action === 'archive');
        const isServed = !isTags && changed.length > 0;
        const unchangedAt = isServed ? [] : await readPositions(change.manager, flag_ids[0] ?? '');
        return { view: { changed: changed.map(idOf) }, unchangedAt };
      },
    );
    return { view: result.view, position: positionsOf(messages, result.unchangedAt), changed: changedIn(messages) };
  }
}
