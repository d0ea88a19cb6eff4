import { DomainError } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import type { ScheduledStep } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changeValue } from '../flags/change-flag-value.service.js';
import { type ValueState, valueState } from '../flags/flag-row.js';
import { type LockedFlagAndValue, lockFlagsAndValues } from '../flags/lock-flag.js';
import { actionFor, partsThatDiffer } from '../promotions/compare-values.js';
import { allSettled } from '../unit-of-work/in-transaction.js';
import type { Change } from '../unit-of-work/change.js';
import { lockRole, UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { auditSchedule } from './audit-schedule.js';
import { decideStep, LATE_AFTER_SECONDS, type StepDecision } from './decide-step.js';
import { pauseSchedule } from './pause-schedule.js';
import { approvalOf, describedApproval } from './plan.js';
import { type Claimed, claimDue, writeSchedule } from './schedule.repository.js';
import type { ScheduleRow } from './schedule-row.js';

/** A schedule whose next step was due when it was read. */
export interface DueSchedule extends Pick<
  ScheduleRow,
  'id' | 'project_id' | 'flag_id' | 'environment_id' | 'author_id'
> {
  author_name: string | null;
}

export type StepResult = 'changed' | 'unchanged' | 'skipped' | 'paused';

interface ClaimedFlag extends LockedFlagAndValue, Claimed {
  role: Awaited<ReturnType<typeof lockRole>>;
}

/** The due step with its author's role and its value, locked. Undefined when another transaction holds it. */
async function lockDue(manager: EntityManager, due: DueSchedule): Promise<ClaimedFlag | undefined> {
  const [role, [locked], claimed] = await allSettled([
    lockRole(manager, due.project_id, due.author_id, due.environment_id),
    lockFlagsAndValues(manager, [due.flag_id], due.environment_id),
    claimDue(manager, due.id, due.author_id),
  ]);
  return locked && claimed && { ...locked, ...claimed, role };
}

type Done = Pick<ScheduledStep, 'outcome'> & Partial<ScheduledStep>;

/** The schedule after its next step. */
function afterStep({ row, now, lateSeconds }: Claimed, done: Done): ScheduleRow {
  const late = lateSeconds > LATE_AFTER_SECONDS ? Math.floor(lateSeconds) : null;
  const steps = row.steps.map((step, index) =>
    index === row.next_step ? { ...step, done_at: now.toISOString(), late_seconds: late, ...done } : step,
  );
  const next = steps[row.next_step + 1];
  return {
    ...row,
    steps,
    next_step: row.next_step + 1,
    status: next ? row.status : 'finished',
    next_at: next ? new Date(next.at) : null,
    ended_at: next ? null : now,
  };
}

/** Changes the value, and records the schedule and the step in its entry. @returns the schedule after the step */
function runStep(
  change: Change,
  found: ClaimedFlag,
  about: Record<string, unknown>,
  next: ValueState | undefined,
): ScheduleRow {
  const { lateSeconds, value } = found;
  if (!next) return { ...afterStep(found, { outcome: 'unchanged' }), expected: valueState(value) };
  changeValue(
    change,
    actionFor(partsThatDiffer(value, next)),
    { ...found, next },
    { ...about, ...(lateSeconds > LATE_AFTER_SECONDS && { late_seconds: Math.floor(lateSeconds) }) },
  );
  const entry = change.messages.findLast(({ kind }) => kind === 'audit');
  return { ...afterStep(found, { outcome: 'changed', entry_id: entry?.event_id ?? null }), expected: next };
}

/** Applies a decision to the schedule and its value, with audit entries. */
function carryOut(change: Change, found: ClaimedFlag, decision: StepDecision): ScheduleRow {
  const { row } = found;
  const about = { schedule_id: row.id, schedule_step: row.next_step + 1, ...describedApproval(approvalOf(row)) };
  switch (decision.kind) {
    case 'run':
      return runStep(change, found, about, decision.next);
    case 'skip':
      auditSchedule(change, 'schedule_skip', found, { old: null, new: { ...about, reason: decision.because } });
      return afterStep(found, { outcome: 'skipped', skipped_because: decision.because });
    case 'pause':
      return pauseSchedule(change, found, decision, about);
  }
}

const RESULTS = { skip: 'skipped', pause: 'paused' } as const;

function resultOf(decision: StepDecision): StepResult {
  if (decision.kind !== 'run') return RESULTS[decision.kind];
  return decision.next ? 'changed' : 'unchanged';
}

/**
 * Runs the next step of a schedule. One transaction claims the step, changes the value through the same code as an edit
 * by a member, and marks the step as done. So a step happens once, even with concurrent replicas or a crash.
 */
@Injectable()
export class RunStepService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @returns undefined when nothing is due, or another transaction runs it */
  async run(due: DueSchedule): Promise<StepResult | undefined> {
    try {
      return await this.attempt(due);
    } catch (error) {
      // Refused at the commit, for example because the flag set would be too large. Temporary errors are retried.
      if (!(error instanceof DomainError) || error.kind.status >= 500) throw error;
      return this.attempt(due, error);
    }
  }

  private async attempt(due: DueSchedule, refusal?: DomainError): Promise<StepResult | undefined> {
    const author: CurrentUser = {
      id: due.author_id,
      name: due.author_name ?? '',
      email: '',
      sessionId: due.id,
      membership: null,
      provenance: {
        performed_by: { kind: 'schedule', id: due.id },
        on_behalf_of: due.author_id,
        via: 'schedule',
        run: null,
      },
    };
    const { result } = await this.unitOfWork.lockAndRun(
      author,
      (manager) => lockDue(manager, due),
      async (change, found) => {
        if (!found) return undefined;
        const { row, flag, value } = found;
        const step = row.steps[row.next_step];
        if (!step) throw new Error(`schedule ${row.id} has no step ${row.next_step}`);
        const approval = approvalOf(row);
        if (approval) change.approvePlan(due.environment_id, approval.bypass_reason);
        change.explain(row.comment);
        const decision = decideStep({
          ...found,
          isArchived: flag.archived_at !== null,
          type: flag.type,
          value: valueState(value),
          environmentName: value.environment_name,
          expected: row.expected,
          step,
          isApproved: approval !== undefined,
          isOverridden: typeof approval?.bypass_reason === 'string',
          if_late: row.if_late,
          if_changed: row.if_changed,
          refusal,
        });
        change.send(writeSchedule(change, row, carryOut(change, found, decision)));
        return resultOf(decision);
      },
    );
    return result;
  }
}
