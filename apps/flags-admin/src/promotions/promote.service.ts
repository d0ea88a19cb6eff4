import {
  FLAGS_CHANGED_AT_MOST,
  type Promoted,
  type PromotedFlag,
  type PromoteRequest,
  VALUE_PARTS,
} from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { assertFitsOneCall } from '../flag-changes/assert-fits-one-call.js';
import { decideAll } from '../flag-changes/decide-all.js';
import { itemFinder } from '../flag-changes/find-item.js';
import { addValueMessages } from '../flags/change-flag-value.service.js';
import { decideValue } from '../flags/decide-value.js';
import { assertInUse, type ValueRow, type ValueState, valueState } from '../flags/flag-row.js';
import { type LockedFlagAndValue, lockFlagsAndValues } from '../flags/lock-flag.js';
import { changedIn, type Positioned, positionsOf, readPosition } from '../flags/position.js';
import { writeValues } from '../flags/write-values.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { assertEnvironments } from './assert-environments.js';
import { actionFor, partsOf, partsThatDiffer } from './compare-values.js';
import { differingFlags } from './difference.query.js';
import { promotionTag } from './promotion-tag.js';

interface Locked {
  flagIds: readonly string[];
  values: LockedFlagAndValue[];
  /** By flag, its value in the source environment. It cannot change while the flag is locked. */
  sources: ReadonlyMap<string, ValueState>;
}

/** The decision for one flag. */
interface Decided {
  one: LockedFlagAndValue;
  next: ValueState;
  shown: PromotedFlag;
}

async function lockPromoted(manager: EntityManager, projectId: string, request: PromoteRequest): Promise<Locked> {
  const { from, to, flags } = request;
  await assertEnvironments(manager, projectId, { from, to });
  const flagIds = flags ?? (await differingFlags(manager, projectId, { from, to }, FLAGS_CHANGED_AT_MOST + 1));
  if (flagIds.length > FLAGS_CHANGED_AT_MOST) throw tooMany();
  await assertFitsOneCall(manager, flagIds, '/flags', [from, to]);
  const values = await lockFlagsAndValues(manager, flagIds, to);
  const rows = await manager.sql<(ValueState & { flag_id: string })[]>`
    select flag_id, is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value, served
    from flags.flag_values where flag_id = any(${flagIds}::uuid[]) and environment_id = ${from}`;
  return { flagIds, values, sources: new Map(rows.map((row) => [row.flag_id, valueState(row)])) };
}

function tooMany(): DomainError {
  const detail = `More than ${FLAGS_CHANGED_AT_MOST} flags differ. Name up to ${FLAGS_CHANGED_AT_MOST} flags to promote at a time.`;
  return new DomainError('invalid_request', detail, {
    errors: [{ pointer: '/flags', detail: `must name at most ${FLAGS_CHANGED_AT_MOST} flags` }],
  });
}

function decideOne(one: LockedFlagAndValue, source: ValueState, { parts }: PromoteRequest): Decided[] {
  assertInUse(one.flag);
  const before = valueState(one.value);
  const patch = partsOf(source, parts ?? VALUE_PARTS);
  const next = decideValue(before, { ...patch, served: source.served !== false }, one.flag.type);
  if (!next) return [];
  const shown = { flag_id: one.flag.id, key: one.flag.key, parts: partsThatDiffer(before, next) };
  return [{ one, next, shown }];
}

/** @throws invalid_request, flag_archived */
function decideEach({ flagIds, values, sources }: Locked, request: PromoteRequest): Decided[] {
  const find = itemFinder(values, ({ flag }) => flag.id, '');
  const decided = decideAll(flagIds, '/flags', (flagId) => {
    const one = find(flagId);
    return decideOne(one, sources.get(one.flag.id) ?? valueState(one.value), request);
  });
  return decided.flat().toSorted((one, other) => (one.shown.key < other.shown.key ? -1 : 1));
}

/** @throws value_changed, with the present changes, when they differ from the dry run */
function assertAsTried(ifMatch: string | undefined, tag: string, changes: PromotedFlag[]): void {
  if (ifMatch === undefined || ifMatch === tag) return;
  const detail =
    'A value changed since the dry run. Check `current`, which is what would be promoted now, then try again.';
  throw new DomainError('value_changed', detail, { current: { changes, tag } });
}

const withTag = (shown: PromotedFlag, written: ValueRow | undefined): PromotedFlag => ({
  ...shown,
  updated_at: written?.updated_at.toISOString(),
});

/** Copies values of flags from one environment to another, all or none, in one commit. */
@Injectable()
export class PromoteService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async promote(actor: CurrentUser, projectId: string, request: PromoteRequest): Promise<Positioned<Promoted>> {
    const { to, dry_run: dryRun = false, if_match: ifMatch } = request;
    const { result, messages } = await this.unitOfWork.lockAndRun(
      actor,
      (manager) => lockPromoted(manager, projectId, request),
      async (change, locked) => {
        change.touch(to);
        const decided = decideEach(locked, request);
        const changes = decided.map(({ shown }) => shown);
        const tag = await promotionTag(
          to,
          decided.map(({ one, next }) => ({ flagId: one.flag.id, before: valueState(one.value), after: next })),
        );
        assertAsTried(ifMatch, tag, changes);
        change.beginGroup();
        const written = decided.map(({ one, next, shown }) =>
          addValueMessages(change, actionFor(shown.parts), { ...one, next }),
        );
        if (written.length > 0) change.send(writeValues(change.manager, written));
        const isUnchanged = written.length === 0 && !dryRun;
        const unchangedAt = isUnchanged ? [await readPosition(change.manager, to)] : [];
        const done = dryRun ? changes : changes.map((shown, index) => withTag(shown, written[index]));
        return { promoted: { dry_run: dryRun, changes: done, tag }, unchangedAt };
      },
      { dryRun, asks: true },
    );
    return {
      view: result.promoted,
      position: positionsOf(messages, result.unchangedAt),
      changed: changedIn(messages),
    };
  }
}
