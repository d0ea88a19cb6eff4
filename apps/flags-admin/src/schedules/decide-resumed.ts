import type { ScheduledStep } from '@burgee/contracts/http';

/**
 * The steps of a schedule that is resumed. While the next one is still to come, all keep their times. Otherwise it is due now, and
 * those after it keep their distance from it: what was meant to be watched for a day is watched for a day.
 * @param now what the database's clock says
 */
export function decideResumed(steps: readonly ScheduledStep[], nextStep: number, now: Date): ScheduledStep[] {
  const next = steps[nextStep];
  const missed = next ? now.getTime() - Date.parse(next.at) : 0;
  if (missed <= 0) return [...steps];
  return steps.map((step, index) =>
    index < nextStep ? step : { ...step, at: new Date(Date.parse(step.at) + missed).toISOString() },
  );
}
