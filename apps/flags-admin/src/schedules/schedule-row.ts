import type {
  ScheduleChoice,
  ScheduledStep,
  SchedulePause,
  ScheduleStatus,
  ScheduleView,
} from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { type ValueState, valueState } from '../flags/flag-row.js';

/** A schedule as it is stored. */
export interface ScheduleRow {
  id: string;
  project_id: string;
  flag_id: string;
  environment_id: string;
  name: string | null;
  status: ScheduleStatus;
  if_late: ScheduleChoice;
  if_changed: ScheduleChoice;
  author_id: string;
  /** In the order of time: those that are done, and from `next_step` on those that wait. */
  steps: ScheduledStep[];
  next_step: number;
  next_at: Date | null;
  /** What this schedule last found the value to be, or made of it. */
  expected: ValueState;
  pause: SchedulePause | null;
  version: number;
  created_at: Date;
  ended_at: Date | null;
}

/** Its columns, as the text of a statement. */
export const SCHEDULE_COLUMNS = (): string =>
  `s.id, s.project_id, s.flag_id, s.environment_id, s.name, s.status, s.if_late, s.if_changed, s.author_id, s.steps,
   s.next_step, s.next_at, s.expected, s.pause, s.version, s.created_at, s.ended_at`;

/** What is shown with a schedule. */
export interface ScheduleContext {
  flag_key: string;
  flag_name: string;
  flag_type: FlagType;
  environment_name: string;
  author_name: string | null;
  value: ValueState;
}

export function scheduleView(row: ScheduleRow & ScheduleContext): ScheduleView {
  const { next_step: _next, expected: _expected, ...shown } = row;
  return {
    ...shown,
    value: valueState(row.value),
    next_at: row.next_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  };
}

/** The ETag of a schedule: it is another one after each edit and each step. */
export const scheduleTag = ({ version }: { version: number }): string => `"${version}"`;

/** What audit entries say of a schedule. */
export function describedSchedule(
  row: Pick<ScheduleRow, 'id' | 'name' | 'if_late' | 'if_changed' | 'steps' | 'next_step'>,
) {
  const { id, name, if_late, if_changed, steps, next_step } = row;
  const waiting = steps.slice(next_step).map(({ at, patch }) => ({ at, ...patch }));
  return { schedule_id: id, ...(name !== null && { name }), if_late, if_changed, steps: waiting };
}

/** A name of nothing but space is none. */
export const tidyName = (name: string | null | undefined): string | null => name?.trim() || null;
