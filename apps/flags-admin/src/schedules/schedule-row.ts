import type {
  PlanApproval,
  ScheduleChoice,
  ScheduledStep,
  SchedulePause,
  ScheduleStatus,
  ScheduleView,
} from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { type NamesOfPeople, type ValueState, valueState } from '../flags/flag-row.js';

/** The approval of a plan, as its schedule stores it. */
export interface StoredApproval {
  change_request_id: string | null;
  approved_at: string;
  author_id: string;
  approver_ids: string[];
  bypass_reason: string | null;
  content_sha256: string;
  /** What was approved next to the steps. A replica of the previous release may have changed it since. */
  name: string | null;
  if_late: ScheduleChoice;
  if_changed: ScheduleChoice;
}

/** A stored schedule. */
export interface ScheduleRow {
  id: string;
  project_id: string;
  flag_id: string;
  environment_id: string;
  name: string | null;
  comment: string | null;
  status: ScheduleStatus;
  if_late: ScheduleChoice;
  if_changed: ScheduleChoice;
  author_id: string;
  /** The last change request for this plan. */
  change_request_id: string | null;
  approval: StoredApproval | null;
  /** In the order of time. Finished steps come first, and waiting ones start at `next_step`. */
  steps: ScheduledStep[];
  next_step: number;
  next_at: Date | null;
  /** The value that this schedule last read or wrote. */
  expected: ValueState;
  pause: SchedulePause | null;
  version: number;
  created_at: Date;
  ended_at: Date | null;
}

/** SQL columns of a schedule. */
export const SCHEDULE_COLUMNS = (): string =>
  `s.id, s.project_id, s.flag_id, s.environment_id, s.name, s.comment, s.status, s.if_late, s.if_changed, s.author_id,
   s.change_request_id, s.approval, s.steps, s.next_step, s.next_at, s.expected, s.pause, s.version, s.created_at, s.ended_at`;

/** The context of a schedule for the API. */
export interface ScheduleContext {
  flag_key: string;
  flag_name: string;
  flag_type: FlagType;
  environment_name: string;
  author_name: string | null;
  value: ValueState;
}

function approvalView(stored: StoredApproval, names: NamesOfPeople): PlanApproval {
  const { approver_ids, name: _name, if_late: _late, if_changed: _changed, ...approval } = stored;
  const approvers = approver_ids.map((user_id) => ({ user_id, user_name: names.get(user_id) ?? null }));
  return { ...approval, approvers };
}

/** @param names of approvers */
export function scheduleView(row: ScheduleRow & ScheduleContext, names: NamesOfPeople): ScheduleView {
  const { next_step: _next, expected: _expected, approval, ...shown } = row;
  return {
    ...shown,
    approval: approval && approvalView(approval, names),
    value: valueState(row.value),
    next_at: row.next_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

/** The ETag of a schedule, which changes with each edit and each step. */
export const scheduleTag = ({ version }: { version: number }): string => `"${version}"`;

/** The fields of a schedule in audit entries. */
export function describedSchedule(
  row: Pick<ScheduleRow, 'id' | 'name' | 'if_late' | 'if_changed' | 'steps' | 'next_step'>,
) {
  const { id, name, if_late, if_changed, steps, next_step } = row;
  const waiting = steps.slice(next_step).map(({ at, patch }) => ({ at, ...patch }));
  return { schedule_id: id, ...(name !== null && { name }), if_late, if_changed, steps: waiting };
}

/** Treats a name of only spaces as missing. */
export const tidyName = (name: string | null | undefined): string | null => name?.trim() || null;
