import type { PauseReason } from '@burgee/contracts/http';
import type { LockedFlagAndValue } from '../flags/lock-flag.js';
import type { Change } from '../unit-of-work/change.js';
import { auditSchedule } from './audit-schedule.js';
import { notifyOfPause } from './plan-notices.js';
import type { ScheduleRow } from './schedule-row.js';

interface Paused extends Pick<LockedFlagAndValue, 'flag' | 'value'> {
  row: ScheduleRow;
  now: Date;
}

/**
 * The one way in which a schedule is paused, by a member or a step. Its author and the owners get a notice.
 * @param about further fields of the entry
 * @returns the paused schedule
 */
export function pauseSchedule(
  change: Change,
  found: Paused,
  { reason, detail, by }: { reason: PauseReason; detail: string; by?: string },
  about: Record<string, unknown> = {},
): ScheduleRow {
  const { row, now } = found;
  // The other reasons need no detail.
  const why = reason === 'refused' ? { reason, detail } : { reason };
  auditSchedule(change, 'schedule_pause', found, { old: null, new: { schedule_id: row.id, ...about, ...why } });
  notifyOfPause(change, found, { reason, detail }, by);
  return { ...row, status: 'paused', pause: { reason, detail, at: now.toISOString() } };
}
