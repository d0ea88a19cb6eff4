import type { ScheduledStep } from '@burgee/contracts/http';

/**
 * The steps of a resumed schedule. If the next step is in the future, all keep their times. Otherwise it is due now,
 * and later steps keep their distance from it: a step that was meant to be observed for a day still is.
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
