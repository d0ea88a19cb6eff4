import type { PauseReason, ScheduleChoice, ScheduledStep } from '@burgee/contracts/http';
import { DomainError, type ErrorCode, type FlagType, may, type Role } from '@burgee/contracts/wire';
import { decideValue } from '../flags/decide-value.js';
import type { ValueState } from '../flags/flag-row.js';
import { isChangedSince } from './plan.js';

/** A step counts as late after this. */
export const LATE_AFTER_SECONDS = 60;

/** A due step, with the rows that were read under lock. */
export interface DueStep {
  /** The author's role in the environment. Undefined when the author is no longer a member. */
  role: Role | undefined;
  environmentName: string;
  isArchived: boolean;
  type: FlagType;
  value: ValueState;
  expected: ValueState;
  step: Pick<ScheduledStep, 'patch' | 'to'>;
  /** Whether this step was approved. If so, it sets the whole value that the approvers saw. */
  isApproved: boolean;
  /** Whether an owner overrode the rule, so that the step needs an owner as its author. */
  isOverridden: boolean;
  /** By the clock of the database. */
  lateSeconds: number;
  if_late: ScheduleChoice;
  if_changed: ScheduleChoice;
  /** Why the change was refused at the commit. */
  refusal?: Pick<DomainError, 'code' | 'message'>;
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

/** What a member can do about a refusal by a rule. The other refusals say it themselves. */
const REFUSALS: Partial<Record<ErrorCode, { reason: PauseReason; detail: string }>> = {
  environment_frozen: { reason: 'frozen', detail: 'The environment is frozen. Resume this after the freeze.' },
  approval_required: {
    reason: 'refused',
    detail: 'The environment requires approvals, and these steps have none. Resume this to request them.',
  },
  comment_required: {
    reason: 'refused',
    detail: 'The environment requires a comment, and these steps have none. Resume this with a comment.',
  },
};

function refused({ code, message }: Pick<DomainError, 'code' | 'message'>): StepDecision {
  const { reason, detail } = REFUSALS[code] ?? { reason: 'refused', detail: message };
  return pause(reason, detail);
}

/** Decides a due step. */
export function decideStep(due: DueStep): StepDecision {
  const { role, value, lateSeconds } = due;
  if (!role) return pause('author', 'Its author can no longer sign in, or is no longer a member of this project.');
  if (!may({ role }, 'change_value'))
    return pause('author', `Its author is now ${role} in ${due.environmentName} and can no longer change flags there.`);
  if (due.isOverridden && role !== 'owner')
    return pause(
      'author',
      `Its author overrode the approvals as owner and is now ${role}. Resume this to request them.`,
    );
  if (due.isArchived) return pause('flag_archived', 'The flag is archived.');
  if (due.refusal) return refused(due.refusal);
  if (due.if_changed !== 'run' && isChangedSince({ from: due.expected }, value)) {
    if (due.if_changed === 'skip') return { kind: 'skip', because: 'value_changed' };
    return pause('value_changed', 'Someone changed the value.');
  }
  if (due.if_late !== 'run' && lateSeconds > LATE_AFTER_SECONDS)
    return due.if_late === 'skip' ? { kind: 'skip', because: 'late' } : pause('late', lateDetail(lateSeconds));
  try {
    const { patch, to } = due.step;
    return { kind: 'run', next: decideValue(value, due.isApproved && to ? to : patch, due.type) };
  } catch (error) {
    if (error instanceof DomainError) return refused(error);
    throw error;
  }
}
