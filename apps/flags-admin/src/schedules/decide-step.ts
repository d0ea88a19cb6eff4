import type { PauseReason, ScheduleChoice, ScheduledStep } from '@burgee/contracts/http';
import { DomainError, type FlagType, type Role, roleAtLeast } from '@burgee/contracts/wire';
import { decideValue } from '../flags/decide-value.js';
import type { ValueState } from '../flags/flag-row.js';
import { changedFields } from '../unit-of-work/changed-fields.js';

/** A step counts as late after this. */
export const LATE_AFTER_SECONDS = 60;

/** A due step, with the rows that were read under lock. */
export interface DueStep {
  /** The author's role. Undefined when the author is no longer a member. */
  role: Role | undefined;
  isArchived: boolean;
  type: FlagType;
  value: ValueState;
  expected: ValueState;
  step: Pick<ScheduledStep, 'patch'>;
  /** By the clock of the database. */
  lateSeconds: number;
  if_late: ScheduleChoice;
  if_changed: ScheduleChoice;
  /** The reason why the change was refused. */
  refusal?: string;
}

export type StepDecision =
  | { kind: 'pause'; reason: PauseReason; detail: string }
  | { kind: 'skip'; because: 'late' | 'value_changed' }
  /** `next` is undefined when the value is already the same. */
  | { kind: 'run'; next: ValueState | undefined };

const pause = (reason: PauseReason, detail: string): StepDecision => ({ kind: 'pause', reason, detail });

function lateDetail(seconds: number): string {
  return `The step is ${Math.floor(seconds)} s late.`;
}

/** Decides a due step. */
export function decideStep(due: DueStep): StepDecision {
  const { role, value, lateSeconds } = due;
  if (!role) return pause('author', 'Its author is no longer a member of this project.');
  if (!roleAtLeast(role, 'editor')) return pause('author', `Its author is now ${role} and can no longer change flags.`);
  if (due.isArchived) return pause('flag_archived', 'The flag is archived.');
  if (due.refusal !== undefined) return pause('refused', due.refusal);
  if (due.if_changed !== 'run' && changedFields(due.expected, value)) {
    if (due.if_changed === 'skip') return { kind: 'skip', because: 'value_changed' };
    return pause('value_changed', 'Someone changed the value.');
  }
  if (due.if_late !== 'run' && lateSeconds > LATE_AFTER_SECONDS)
    return due.if_late === 'skip' ? { kind: 'skip', because: 'late' } : pause('late', lateDetail(lateSeconds));
  try {
    return { kind: 'run', next: decideValue(value, due.step.patch, due.type) };
  } catch (error) {
    if (error instanceof DomainError) return pause('refused', error.message);
    throw error;
  }
}
