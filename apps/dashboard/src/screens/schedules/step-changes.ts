import type { ScheduledStep, ScheduleStep, ScheduleView } from '@burgee/contracts/http';
import { differences, type FieldChange } from '../../toggle/describe-value.js';
import type { ValueState } from '../../toggle/unconditional-value.js';
import { afterPatch } from '../../toggle/value-patch.js';

/** What each of these steps changes if nothing else changes the value. A step of a plan sets the whole value. */
export function changesOfSteps(
  value: ValueState,
  steps: readonly Pick<ScheduledStep, 'patch' | 'to'>[],
): FieldChange[][] {
  let current = value;
  return steps.map(({ patch, to }) => {
    const next = to ?? afterPatch(current, patch);
    const changes = differences(current, next);
    current = next;
    return changes;
  });
}

/**
 * Whether steps would change nothing at all, because the value already is their result.
 * @param others further schedules of the value: a step due before the last of these steps may change it
 */
export function changesNothing(
  value: ValueState,
  steps: readonly ScheduleStep[],
  others: readonly Pick<ScheduleView, 'steps'>[],
): boolean {
  const last = Date.parse(steps.at(-1)?.at ?? '');
  const isDueBefore = ({ at, outcome }: ScheduledStep) => outcome === null && Date.parse(at) <= last;
  if (others.some((other) => other.steps.some(isDueBefore))) return false;
  return changesOfSteps(value, steps).every((changes) => changes.length === 0);
}

/** What the waiting steps change of the current value; finished steps are left out. */
export function changesOfSchedule({
  value,
  steps,
}: Pick<ScheduleView, 'value' | 'steps'>): (FieldChange[] | undefined)[] {
  const done = steps.findIndex(({ outcome }) => outcome === null);
  const first = done === -1 ? steps.length : done;
  return [...steps.slice(0, first).map(() => undefined), ...changesOfSteps(value, steps.slice(first))];
}
