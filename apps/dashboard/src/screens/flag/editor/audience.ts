import { hasCondition, type ValueState } from '../../../toggle/unconditional-value.js';

/** The audience of a text, number or JSON flag's value. */
export type Audience = 'everyone' | 'share' | 'rule';

export function audienceOf(value: ValueState): Audience {
  if (hasCondition(value)) return 'rule';
  return value.rollout_percentage < 100 ? 'share' : 'everyone';
}

const HALF = 50;

/** The patch for another audience: the value itself stays. */
export function chooseAudience(value: ValueState, audience: Audience): Partial<ValueState> {
  const none = { targeting_attribute: null, targeting_value: null };
  const kept = { targeting_return_value: value.targeting_return_value };
  switch (audience) {
    case 'everyone':
      return { ...none, ...kept, rollout_percentage: 100 };
    case 'share':
      return { ...none, ...kept, rollout_percentage: value.rollout_percentage < 100 ? value.rollout_percentage : HALF };
    case 'rule':
      return { targeting_attribute: value.targeting_attribute ?? '', targeting_value: value.targeting_value ?? '' };
  }
}

/**
 * Whether a first condition takes a value from users who get it now.
 * @param base the value before the change
 */
export const takesValue = (base: ValueState, value: ValueState): boolean =>
  base.is_enabled &&
  value.is_enabled &&
  base.rollout_percentage > 0 &&
  base.targeting_return_value !== null &&
  !hasCondition(base) &&
  hasCondition(value);
