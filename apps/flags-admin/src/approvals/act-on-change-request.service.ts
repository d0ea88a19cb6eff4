import type { ChangeRequestActionRequest, ChangeRequestView, RequestAction } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { addValueMessages } from '../flags/change-flag-value.service.js';
import type { ValueRow } from '../flags/flag-row.js';
import { type LockedFlagAndValue, lockFlags, lockFlagsAndValues } from '../flags/lock-flag.js';
import { changedIn, type Positioned, positionsOf } from '../flags/position.js';
import { writeValues } from '../flags/write-values.js';
import { findSchedule } from '../schedules/schedule.repository.js';
import type { StoredPlan } from '../schedules/plan.js';
import { actionFor, partsThatDiffer } from '../promotions/compare-values.js';
import { BeyondLimits } from '../token-limits/enforce-limits.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { actOnFlags, isOfFlags } from './act-on-flags.js';
import { actOnPlan, planIsGone } from './act-on-plan.js';
import {
  approvalsOf,
  type ChangeRequestRow,
  factsOf,
  flagIdsOf,
  flagsOf,
  membersIn,
  peopleOf,
  placeOf,
  REQUEST_COLUMNS,
  requestTag,
  type StoredChange,
  takesArchived,
} from './change-request-row.js';
import { planView } from './change-request-view.js';
import { ChangeRequestsQuery } from './change-requests.query.js';
import { assertPlanIsCurrent, assertSeen, type DecidedAction, decideAction, vouches } from './decide-action.js';
import { decideRequested } from './decide-requested.js';
import { decideNotices, decisionOf, notifyOfDecision, updateNotices } from './request-notices.js';
import { countingApprovals } from './request-state.js';

interface Named {
  projectId: string;
  id: string;
}

/** A limited token acts on what tokens like it asked for, and not on what its account did. @throws limit_exceeded */
function assertOwn({ id, limited }: CurrentUser, { author_id, asked }: ChangeRequestRow): void {
  if (limited && (id !== author_id || !asked)) throw new BeyondLimits('may only act on its own change requests');
}

/** @throws not_found */
async function findRequest(
  manager: EntityManager,
  { projectId, id }: Named,
  isLocked: boolean,
): Promise<ChangeRequestRow> {
  const lock = () => (isLocked ? 'for no key update of r' : '');
  const rows = await manager.sql<ChangeRequestRow[]>`
    select ${REQUEST_COLUMNS}
    from flags.change_requests r join flags.environments e on e.id = r.environment_id
    where r.id = ${id} and r.project_id = ${projectId} ${lock}`;
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Submits, approves, rejects or applies a change request. */
@Injectable()
export class ActOnChangeRequestService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: ChangeRequestsQuery,
  ) {}

  /** @throws precondition_required, request_not_ready, role_too_low, value_changed, and on apply the errors of any flag change */
  async act(
    actor: CurrentUser,
    projectId: string,
    id: string,
    { action, if_match: ifMatch }: ChangeRequestActionRequest,
  ): Promise<Positioned<ChangeRequestView>> {
    const { messages } = await this.unitOfWork.lockAndRun(
      actor,
      async (manager) => {
        const request = await findRequest(manager, { projectId, id }, false);
        // Whole flags first, because these actions lock them so.
        const flags = isOfFlags(request) ? await lockFlags(manager, projectId, flagIdsOf(request)) : [];
        const values = await lockFlagsAndValues(manager, flagIdsOf(request), request.environment_id);
        return { values, flags, schedule: request.plan && (await findSchedule(manager, request.plan.schedule_id)) };
      },
      async (change, { values, flags, schedule }) => {
        // After the flags, because a deletion also locks flags before the requests of their project.
        const row = await findRequest(change.manager, { projectId, id }, true);
        change.touch(row.environment_id);
        assertOwn(actor, row);
        const tag = requestTag(row);
        const inUse = values.filter(({ flag }) => flag.archived_at === null || takesArchived(row, flag.id));
        const present = new Map(inUse.map(({ value }) => [placeOf(value), value]));
        const current = { tag, ...(row.plan && { plan: planView(row, row.plan, present) }) };
        assertSeen(action, ifMatch, current);
        const members = await membersIn(change.manager, projectId, [...peopleOf(row), actor.id]);
        const facts = factsOf(row, members, present);
        // Its flag was deleted: nobody can make it current.
        if (row.plan && vouches(action) && values.length === 0) throw planIsGone();
        assertPlanIsCurrent(action, facts, current);
        const decided = decideAction(facts, action, actor.id);
        updateNotices(change, row, decideNotices(facts, decided), actor.id);
        notifyOfDecision(change, row, decisionOf(facts, decided), actor.id);
        if (row.plan) {
          const [located] = values;
          const plan = await actOnPlan(
            change,
            { row, facts, decided, tag, actorId: actor.id },
            located && schedule && { ...located, ...schedule },
          );
          await store(change, row, { ...decided, plan }, actor.id);
          announce(change, row, { action, tag, decided, actorId: actor.id });
          return;
        }
        if (action === 'apply') {
          change.beginGroup();
          // The comment of the request becomes the comment of the change.
          change.explain(row.comment);
          change.approve(row.environment_id, countingApprovals(facts).length);
          applyTo(change, row, values);
          if (isOfFlags(row)) await actOnFlags(change, row, members, flags);
        }
        const rebased = decided.rebases ? decideRequested(row.changes, values, row.environment_name) : undefined;
        await store(change, row, { ...decided, rebased }, actor.id);
        announce(change, row, { action, tag, decided, actorId: actor.id });
      },
    );
    return {
      view: await this.requests.one(projectId, id),
      position: positionsOf(messages),
      changed: changedIn(messages),
    };
  }
}

/** Applies exactly what was approved. The present values equal the values at the start of the request. */
function applyTo(change: Change, row: ChangeRequestRow, values: readonly LockedFlagAndValue[]): void {
  const byId = new Map(values.map((one) => [one.flag.id, one]));
  const written = row.changes.flatMap(({ flag_id, from, to }): ValueRow[] => {
    if (!to) return [];
    const locked = byId.get(flag_id) as LockedFlagAndValue;
    const action = actionFor(partsThatDiffer(from, to));
    return [addValueMessages(change, action, { ...locked, next: to }, { change_request: row.id })];
  });
  if (written.length > 0) change.send(writeValues(change.manager, written));
}

/**
 * Existing approvals keep their time, and new ones get the current time. The changes can be long, so they are written
 * only when they differ.
 */
async function store(
  change: Change,
  row: ChangeRequestRow,
  { state, approverIds, rebased, plan }: DecidedAction & { rebased?: StoredChange[]; plan?: StoredPlan },
  actorId: string,
): Promise<void> {
  const kept = new Map(approvalsOf(row).map((approval) => [approval.user_id, approval]));
  const given = { approved_at: new Date().toISOString(), ...(row.plan && { content_sha256: requestTag(row) }) };
  const approvals = approverIds.map((user_id) => kept.get(user_id) ?? { user_id, ...given });
  const changes = rebased && JSON.stringify(rebased);
  const isClosed = state === 'applied' || state === 'rejected';
  await change.manager.sql`
    update flags.change_requests
    set state = ${state}, approvals = ${JSON.stringify(approvals)}::jsonb, changes = coalesce(${changes ?? null}::jsonb, changes),
        plan = coalesce(${plan ? JSON.stringify(plan) : null}::jsonb, plan),
        closed_at = case when ${isClosed}::boolean then clock_timestamp() end,
        closed_by = case when ${isClosed}::boolean then ${actorId}::uuid end
    where id = ${row.id}`;
}

const SAID: Record<RequestAction, string> = {
  submit: 'in_review',
  approve: 'approved',
  reject: 'rejected',
  apply: 'applied',
};

/**
 * The entry of an approval keeps the hash of what was approved, and that of an apply the hash of what was applied. The
 * last approval of a plan is both.
 */
function announce(
  change: Change,
  row: ChangeRequestRow,
  acted: { action: RequestAction; tag: string; decided: DecidedAction; actorId: string },
): void {
  const { action, tag, decided, actorId } = acted;
  const { plan } = row;
  const starts = action === 'approve' && decided.state === 'applied';
  for (const state of starts ? [SAID.approve, SAID.apply] : [SAID[action]])
    change.audit({
      action: 'change_request_update',
      project_id: row.project_id,
      ...(plan && { flag_id: plan.flag_id, flag_key: plan.flag_key }),
      environment_id: row.environment_id,
      environment_name: row.environment_name,
      old_values: { state: row.state },
      new_values: {
        change_request: row.id,
        state,
        ...(action === 'reject' && actorId === row.author_id && { withdrawn: true }),
        ...(plan ? { flags: 1 } : flagsOf(row.changes)),
        ...(plan && { schedule_id: plan.schedule_id }),
        ...(vouches(action) && { content_sha256: tag }),
      },
    });
}
