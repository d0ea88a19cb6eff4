import type { FlagValueView, RevertRequest } from '@burgee/contracts/http';
import { DomainError, type ServedFlag } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changeValue } from '../flags/change-flag-value.service.js';
import { assertUnchangedSince } from '../flags/decide-value.js';
import { assertInUse, type ValueState, valueState, valueView } from '../flags/flag-row.js';
import { lockFlagAndValue } from '../flags/lock-flag.js';
import { type Positioned, positionsOf, readPosition } from '../flags/position.js';
import { historyGone } from '../history/decide-position.js';
import { actionFor, partsThatDiffer } from '../promotions/compare-values.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

interface Reverted {
  flagId: string;
  environmentId: string;
  request: RevertRequest;
}

interface Entry {
  revision: number;
  flag: ServedFlag | null;
}

interface Before {
  flag: ServedFlag | null;
  /** Whether the state before is known. */
  is_kept: boolean;
  /** The number of flags read from the checkpoint. */
}

/**
 * The state of the flag before a revision: its last change since the checkpoint, or the checkpoint. It never builds the
 * whole flag set for one flag.
 */
async function readBefore(manager: EntityManager, { flagId, environmentId }: Reverted, revision: number) {
  const [row] = await manager.sql<Before[]>`
    with base as materialized (
      select flags.history_base(${environmentId}, ${revision - 1}) as revision
    ), changed as materialized (
      select h.flag from flags.history h join base b on h.revision > b.revision
      where h.environment_id = ${environmentId} and h.revision < ${revision} and h.flag_id = ${flagId}
      order by h.revision desc limit 1
    ), checkpoint as materialized (
      select jsonb_path_query_first(c.flags, '$[*] ? (@.flag_id == $id)', jsonb_build_object('id', ${flagId}::uuid)) -> 'flag' as flag
      from flags.checkpoints c join base b using (revision)
      where c.environment_id = ${environmentId} and not exists (select from changed)
    )
    select b.revision is not null as is_kept, coalesce(changed.flag, k.flag) as flag
    from base b left join changed on true left join checkpoint k on true`;
  return row as Before;
}

/** The state of the flag before or after the change of an audit entry. @throws history_gone, invalid_request */
async function valueOf({ manager }: Change, reverted: Reverted): Promise<ValueState> {
  const { flagId, environmentId, request } = reverted;
  const [entry] = await manager.sql<Entry[]>`
    select revision, flag from flags.history
    where entry_id = ${request.entry_id} and environment_id = ${environmentId} and flag_id = ${flagId}`;
  if (!entry) throw historyGone();
  const before = request.to === 'before' ? await readBefore(manager, reverted, entry.revision) : undefined;
  if (before?.is_kept === false) throw historyGone();
  const { flag } = before ?? entry;
  if (flag) return valueState(flag);
  const detail = `is ${request.to}, but the flag was not served ${request.to} that entry: it was archived, deleted or not created yet`;
  throw new DomainError('invalid_request', `The request was refused: to ${detail}.`, {
    errors: [{ pointer: '/to', detail }],
  });
}

/** Restores a flag's value in one environment to the state before or after an audit entry, as a new change. */
@Injectable()
export class RevertService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async revert(actor: CurrentUser, reverted: Reverted): Promise<Positioned<FlagValueView>> {
    const { flagId, environmentId, request } = reverted;
    const { result, messages } = await this.unitOfWork.lockAndRun(
      actor,
      (manager) => lockFlagAndValue(manager, flagId, environmentId),
      async (change, locked) => {
        assertInUse(locked.flag);
        assertUnchangedSince(locked.value, request.if_match);
        const next = await valueOf(change, reverted);
        const parts = partsThatDiffer(locked.value, next);
        if (parts.length === 0)
          return { row: locked.value, unchangedAt: [await readPosition(change.manager, environmentId)] };
        const row = changeValue(change, actionFor(parts), { ...locked, next }, { reverts: request.entry_id });
        return { row, unchangedAt: [] };
      },
      { asks: true },
    );
    return { view: valueView(result.row), position: positionsOf(messages, result.unchangedAt) };
  }
}
