import { DomainError } from '@burgee/contracts/wire';
import { assertInUse, valueState } from '../flags/flag-row.js';
import { cancelSchedule } from '../schedules/audit-schedule.js';
import { running } from '../schedules/decide-resumed.js';
import { notifyOfDecision, notifyOfRequest } from '../schedules/plan-notices.js';
import { approvedParts, planOf, type StoredPlan, withoutPlan, withPlan } from '../schedules/plan.js';
import { type LockedSchedule, writeSchedule } from '../schedules/schedule.repository.js';
import { followsOthers } from '../schedules/start-schedule.js';
import type { Change } from '../unit-of-work/change.js';
import type { ChangeRequestRow } from './change-request-row.js';
import type { DecidedAction } from './decide-action.js';
import { countingApprovals, type RequestFacts } from './request-state.js';

interface ActedOn {
  row: ChangeRequestRow;
  facts: RequestFacts;
  decided: DecidedAction;
  tag: string;
  actorId: string;
}

export const planIsGone = () =>
  new DomainError('request_not_ready', 'The schedule of this plan is gone. Reject this request.');

const planIsUncommented = (environment: string) =>
  new DomainError(
    'comment_required',
    `${environment} requires a comment with every change, and this plan has none. Ask its author to edit it with one.`,
    { errors: [{ pointer: '/comment', detail: 'is required' }] },
  );

/**
 * Carries out an action on the request of a plan: starts, cancels or resubmits its schedule.
 * @param found the schedule, locked. Undefined when it is gone.
 * @returns the plan to store, undefined when it stays
 * @throws request_not_ready when its schedule is gone; on submit also flag_archived, invalid_request; on approve also
 * comment_required
 */
export async function actOnPlan(
  change: Change,
  { row, facts, decided, tag, actorId }: ActedOn,
  found: LockedSchedule | undefined | null,
): Promise<StoredPlan | undefined> {
  const schedule = found?.row.change_request_id === row.id && found.row.ended_at === null ? found : undefined;
  if (decided.state === 'rejected') {
    if (!schedule) return undefined;
    notifyOfDecision(change, 'plan_rejected', schedule, actorId);
    await writeSchedule(change, schedule.row, cancelSchedule(change, schedule));
    return undefined;
  }
  if (!schedule || (schedule.row.status !== 'in_review' && !decided.rebases)) throw planIsGone();
  if (!decided.rebases && row.comment_required && row.comment === null) throw planIsUncommented(row.environment_name);
  if (decided.rebases) {
    assertInUse(schedule.flag);
    const plan = planOf(schedule.row, schedule, await followsOthers(change, schedule.row));
    await writeSchedule(change, schedule.row, {
      ...schedule.row,
      status: 'in_review',
      pause: null,
      expected: valueState(schedule.value),
      steps: withPlan(schedule.row, plan),
    });
    notifyOfRequest(change, schedule);
    return plan;
  }
  if (decided.state !== 'applied') return undefined;
  notifyOfDecision(change, 'plan_approved', schedule, actorId);
  const started = running(schedule.row, schedule.now);
  const approver_ids = countingApprovals({ ...facts, approverIds: decided.approverIds });
  const approval = {
    change_request_id: row.id,
    approved_at: schedule.now.toISOString(),
    author_id: row.author_id,
    approver_ids,
    bypass_reason: null,
    content_sha256: tag,
    ...approvedParts(row.plan ?? schedule.row),
  };
  // Where the rule has ended, nobody vouches for its steps, and the next rule covers them again.
  const free = { ...started, steps: withoutPlan(started), approval: null };
  await writeSchedule(change, schedule.row, approver_ids.length > 0 ? { ...started, approval } : free);
  return undefined;
}
