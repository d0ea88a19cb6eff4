import type { ScheduledStep } from '@burgee/contracts/http';
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

/**
 * Who is the author of an approved plan after its resumption. An approver does not become its author while the author
 * can still change flags: nobody may run what only they themselves approved.
 * @returns undefined when it needs approval again
 */
export function decideAuthor(
  { approver_ids }: Pick<StoredApproval, 'approver_ids'>,
  { actorId, authorId, authorMayChange }: { actorId: string; authorId: string; authorMayChange: boolean },
): string | undefined {
  if (!approver_ids.includes(actorId)) return actorId;
  return authorMayChange ? authorId : undefined;
}
