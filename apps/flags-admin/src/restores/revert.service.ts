import type { FlagValueView, RevertRequest } from '@burgee/contracts/http';
import { DomainError, type ServedFlag } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { assertInUse } from '../flags/assert-in-use.js';
import { changeValue } from '../flags/change-flag-value.service.js';
import { assertUnchangedSince } from '../flags/decide-value.js';
import { type ValueState, valueState, valueView } from '../flags/flag-row.js';
import { lockFlagAndValue } from '../flags/lock-flag.js';
import { type Positioned, positionsOf, readPosition } from '../flags/position.js';
import { historyGone } from '../history/decide-position.js';
import { partsThatDiffer } from '../promotions/compare-values.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

interface Reverted {
  flagId: string;
  environmentId: string;
  request: RevertRequest;
}

interface BothSides {
  revision: number;
  after: ServedFlag | null;
  before: ServedFlag | null;
  /** Whether it is known what was before. */
  is_kept: boolean;
}

/** What the flag was before and after the change that an audit entry tells of. @throws history_gone, invalid_request */
async function valueOf(manager: EntityManager, { flagId, environmentId, request }: Reverted): Promise<ValueState> {
  const { entry_id, to } = request;
  const [sides] = await manager.sql<BothSides[]>`
    select h.revision, h.flag as after, flags.history_base(h.environment_id, h.revision - 1) is not null as is_kept,
           (select f.flag from flags.flag_set_at(h.environment_id, h.revision - 1) f where f.flag_id = h.flag_id) as before
    from flags.history h
    where h.entry_id = ${entry_id} and h.environment_id = ${environmentId} and h.flag_id = ${flagId}`;
  if (!sides || (to === 'before' && !sides.is_kept)) throw historyGone();
  const flag = sides[to];
  if (flag) return valueState(flag);
  const detail = `names a side on which the flag was not served: ${to} that entry it was archived, deleted or not there yet`;
  throw new DomainError('invalid_request', `The request was refused: to ${detail}.`, {
    errors: [{ pointer: '/to', detail }],
  });
}

/** Gives a flag's value in one environment back what it was before or after an audit entry, as a new change. */
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
        const next = await valueOf(change.manager, reverted);
        const parts = partsThatDiffer(locked.value, next);
        if (parts.length === 0)
          return { row: locked.value, unchangedAt: [await readPosition(change.manager, environmentId)] };
        const isToggle = parts.every((part) => part === 'switch');
        const action = isToggle ? 'flag_toggle' : 'flag_update';
        const row = changeValue(change, action, { ...locked, next }, { reverts: request.entry_id });
        return { row, unchangedAt: [] };
      },
    );
    return { view: valueView(result.row), position: positionsOf(messages, result.unchangedAt) };
  }
}
