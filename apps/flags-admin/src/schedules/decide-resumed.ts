import type { ScheduledStep } from '@burgee/contracts/http';
import { type Role, roleAtLeast } from '@burgee/contracts/wire';
import type { ScheduleRow, StoredApproval } from './schedule-row.js';

/**
 * The steps of a schedule that is resumed, or whose plan is approved. If the next step is in the future, all keep their
 * times. Otherwise it is due now, and later steps keep their distance from it: a step that was meant to be observed for a
 * day still is.
 * @param now by the clock of the database
 */
export function decideResumed(steps: readonly ScheduledStep[], nextStep: number, now: Date): ScheduledStep[] {
  const next = steps[nextStep];
  const missed = next ? now.getTime() - Date.parse(next.at) : 0;
  if (missed <= 0) return [...steps];
  return steps.map((step, index) =>
    index < nextStep ? step : { ...step, at: new Date(Date.parse(step.at) + missed).toISOString() },
  );
}

/** A schedule that runs from now on: without pause, and its overdue steps shifted. */
export function running(row: ScheduleRow, now: Date): ScheduleRow {
  const steps = decideResumed(row.steps, row.next_step, now);
  return { ...row, status: 'scheduled', pause: null, steps, next_at: new Date(steps[row.next_step]?.at ?? Number.NaN) };
}

interface Member {
  id: string;
  /** Undefined when they are no longer a member. */
  role: Role | undefined;
}

/**
 * Who is the author of an approved plan after its resumption: the actor, or else its author while they can still change
 * flags. An approver does not become its author: nobody may run what only they themselves approved. A plan that an owner
 * started by overriding the rule needs an owner.
 * @returns undefined when it needs approval again
 */
export function decideAuthor(
  { approver_ids, bypass_reason }: Pick<StoredApproval, 'approver_ids' | 'bypass_reason'>,
  actor: Member,
  author: Member,
): string | undefined {
  const needed = bypass_reason === null ? 'editor' : 'owner';
  const mayRun = ({ id, role }: Member) =>
    role !== undefined && roleAtLeast(role, needed) && !approver_ids.includes(id);
  return [actor, author].find(mayRun)?.id;
}
