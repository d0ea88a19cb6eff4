import type { ScheduleStep } from '@burgee/contracts/http';
import { whatOf } from './step-what.js';
import { texts } from './texts.js';

/** A schedule without a name in a few words: "Switch on", "Gradual rollout", "2 changes". */
export function describeSteps(steps: readonly Pick<ScheduleStep, 'patch'>[]): string {
  const [first = 'other', ...others] = steps.map(({ patch }) => whatOf(patch));
  if (others.length === 0) return first === 'other' ? texts.oneChange : texts.whats[first];
  const isRamp = (first === 'onShare' || first === 'share') && others.every((what) => what === 'share');
  return isRamp ? texts.ramp : texts.changes(steps.length);
}
