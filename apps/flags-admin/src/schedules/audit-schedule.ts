import type { AuditAction, AuditValues } from '@burgee/contracts/wire';
import type { LockedFlagAndValue } from '../flags/lock-flag.js';
import type { Change } from '../unit-of-work/change.js';

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
