import type { AuditAction, AuditValues } from '@burgee/contracts/wire';
import type { LockedFlagAndValue } from '../flags/lock-flag.js';
import type { Change } from '../unit-of-work/change.js';
import type { LockedSchedule } from './schedule.repository.js';
import { describedSchedule, type ScheduleRow } from './schedule-row.js';

type ScheduleAction = Extract<AuditAction, `schedule_${string}`>;

/** An entry about the schedule itself. Changes by its steps have separate entries. */
export function auditSchedule(
  change: Change,
  action: ScheduleAction,
  { flag, value }: Pick<LockedFlagAndValue, 'flag' | 'value'>,
  values: { old: AuditValues; new: AuditValues },
): void {
  change.audit({
    action,
    project_id: flag.project_id,
    flag_id: flag.id,
    flag_key: flag.key,
    environment_id: value.environment_id,
    environment_name: value.environment_name,
    old_values: values.old,
    new_values: values.new,
  });
}

/** @returns the cancelled schedule */
export function cancelSchedule(
  change: Change,
  locked: Pick<LockedSchedule, 'flag' | 'value' | 'row' | 'now'>,
): ScheduleRow {
  const { row, now } = locked;
  auditSchedule(change, 'schedule_cancel', locked, { old: describedSchedule(row), new: null });
  return { ...row, status: 'cancelled', next_at: null, ended_at: now, pause: null };
}
