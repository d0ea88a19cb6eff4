import type { SwitchOffEffect } from '@burgee/contracts/http';
import type { ServedFlag } from '@burgee/contracts/wire';
import { isDeepStrictEqual } from 'node:util';
import { type ValueState, valueState } from '../flags/flag-row.js';

interface SafeValueInput {
  isArchived: boolean;
  effect: SwitchOffEffect;
  value: ValueState;
  /** What was served before the first change by a plan; undefined without one, or if it is not known. */
  beforePlan: Pick<ServedFlag, keyof ValueState & keyof ServedFlag> | undefined;
}

/** Of two values with the same rule, the one with the lower percentage serves no more than the other. */
function servesNoMore(before: ValueState, now: ValueState): boolean {
  const { is_enabled: _one, rollout_percentage: percentage, ...rule } = before;
  const { is_enabled: _other, rollout_percentage: most, ...present } = now;
  return isDeepStrictEqual(rule, present) && percentage <= most;
}

/**
 * The value after a call of a link: it serves no more than the present one.
 * @returns undefined when nothing is to be changed: it is off, or no client gets it
 */
export function decideSafeValue({ isArchived, effect, value, beforePlan }: SafeValueInput): ValueState | undefined {
  const now = valueState(value);
  if (isArchived || now.served === false || !now.is_enabled) return undefined;
  const before = effect === 'before_plan' && beforePlan ? valueState(beforePlan) : undefined;
  if (!before?.is_enabled || !servesNoMore(before, now)) return { ...now, is_enabled: false };
  return isDeepStrictEqual(before, now) ? undefined : before;
}
