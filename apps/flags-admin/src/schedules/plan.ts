import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RequestedPlan, ScheduledStep } from '@burgee/contracts/http';
import { DomainError, type FieldFault } from '@burgee/contracts/wire';
import canonicalize from 'canonicalize';
import { decideValue } from '../flags/decide-value.js';
import { type ValueState, valueState } from '../flags/flag-row.js';
import type { LockedFlagAndValue } from '../flags/lock-flag.js';
import { changedFields } from '../unit-of-work/changed-fields.js';
import { faultsOfPatch, refusedSchedule } from './decide-steps.js';
import type { ScheduleRow, StoredApproval } from './schedule-row.js';

/** The remaining steps of a schedule as the content of a change request. */
export interface StoredPlan extends Omit<RequestedPlan, 'from' | 'steps' | 'current' | 'is_changed'> {
  from: ValueState;
  steps: { at: string; patch: ScheduledStep['patch']; to: ValueState }[];
}

const BYTES_AT_MOST = 200_000;

type PlannedRow = Pick<ScheduleRow, 'id' | 'name' | 'if_late' | 'if_changed' | 'steps' | 'next_step'>;

/**
 * The plan of the remaining steps, from the present value.
 * @param followsOthers whether steps of another schedule run before its last one. It may then undo what those change.
 * @throws invalid_request, with the steps, when the plan changes nothing, a step is invalid, or its texts are too long
 */
export function planOf(
  row: PlannedRow,
  { flag, value }: Pick<LockedFlagAndValue, 'flag' | 'value'>,
  followsOthers = false,
): StoredPlan {
  const from = valueState(value);
  const errors: FieldFault[] = [];
  let current = from;
  const steps = row.steps.slice(row.next_step).map(({ at, patch }, index) => {
    try {
      current = decideValue(current, patch, flag.type) ?? current;
    } catch (error) {
      errors.push(...faultsOfPatch(error, index));
    }
    return { at, patch, to: current };
  });
  const mayChange = (followsOthers && row.if_changed === 'run') || steps.some(({ to }) => changedFields(from, to));
  if (errors.length === 0 && !mayChange)
    errors.push(...steps.map((_, index) => ({ pointer: `/steps/${index}/patch`, detail: 'patch changes nothing' })));
  const plan = {
    schedule_id: row.id,
    flag_id: flag.id,
    flag_key: flag.key,
    flag_name: flag.name,
    flag_type: flag.type,
    name: row.name,
    if_late: row.if_late,
    if_changed: row.if_changed,
    from,
    steps,
  };
  if (Buffer.byteLength(JSON.stringify(plan)) > BYTES_AT_MOST)
    errors.push({ pointer: '/steps', detail: 'steps have texts that are too long for one plan. Split it' });
  if (errors.length > 0) throw refusedSchedule(errors);
  return plan;
}

/** The hash of a plan, from canonical JSON, so that anyone can compute the hash that entries of the history keep. */
export function planTag(
  { environment_id, author_id, comment }: Pick<ScheduleRow, 'environment_id' | 'author_id' | 'comment'>,
  plan: StoredPlan,
): string {
  const { schedule_id, flag_id, name, if_late, if_changed, from } = plan;
  const steps = plan.steps.map(({ at, to }) => ({ at, to }));
  const content = {
    author_id,
    comment,
    environment_id,
    plan: { schedule_id, flag_id, name, if_late, if_changed, from, steps },
  };
  return createHash('sha256')
    .update(String(canonicalize(content)))
    .digest('hex');
}

/** Whether a value is not the one that the plan starts from. Both lack `served` where they are served. */
export function isChangedSince({ from }: Pick<StoredPlan, 'from'>, value: ValueState): boolean {
  const [before, now] = [valueState(from), valueState(value)];
  return changedFields(before, now) !== undefined || changedFields(now, before) !== undefined;
}

/** Each remaining step, with the whole value that the plan sets. */
export const withPlan = ({ steps, next_step }: ScheduleRow, plan: StoredPlan): ScheduledStep[] =>
  steps.map((step, index) => {
    const planned = plan.steps[index - next_step];
    return planned ? { ...step, to: planned.to } : step;
  });

/** Without an approval, steps change only the fields in their patch. */
export const withoutPlan = ({ steps, next_step }: ScheduleRow): ScheduledStep[] =>
  steps.map(({ to, ...step }, index) => (index < next_step && to ? { ...step, to } : step));

/** What an approval keeps of the plan, next to its hash. */
export const approvedParts = ({ name, if_late, if_changed }: Pick<PlannedRow, 'name' | 'if_late' | 'if_changed'>) => ({
  name,
  if_late,
  if_changed,
});

/**
 * The approval of the next step. A replica of the previous release may have replaced the steps, and they then do not say
 * what they set, or changed the other parts, or made an approver the author.
 */
export function approvalOf(row: ScheduleRow): StoredApproval | undefined {
  const { approval, steps, next_step, author_id } = row;
  if (!approval || !steps[next_step]?.to || approval.approver_ids.includes(author_id)) return undefined;
  return isDeepStrictEqual(approvedParts(approval), approvedParts(row)) ? approval : undefined;
}

/** In entries on an approved plan: who vouched for it. */
export const describedApproval = (approval: StoredApproval | undefined): Record<string, unknown> =>
  approval
    ? {
        ...(approval.change_request_id !== null && { change_request: approval.change_request_id }),
        author: approval.author_id,
        approvers: approval.approver_ids,
        content_sha256: approval.content_sha256,
      }
    : {};

export function notApprovedYet(name: string): DomainError {
  return new DomainError(
    'approval_required',
    `This plan waits for approvals, which ${name} requires. Nothing was changed. Owners can override with a reason.`,
  );
}
