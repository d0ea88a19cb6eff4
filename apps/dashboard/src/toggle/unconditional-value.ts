import type { FlagValueView } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';

export type ValueState = Pick<
  FlagValueView,
  'is_enabled' | 'rollout_percentage' | 'targeting_attribute' | 'targeting_value' | 'targeting_return_value'
> & {
  /** false while apps do not get the flag; a change makes it true. */
  served?: boolean;
};

export const hasCondition = (value: Pick<ValueState, 'targeting_attribute' | 'targeting_value'>): boolean =>
  value.targeting_attribute !== null || value.targeting_value !== null;

/**
 * The value of a text, number or JSON flag that is on, without its rule; null if there is none:
 * docs/reference/evaluation.md.
 */
export const unconditionalValue = (value: Omit<ValueState, 'is_enabled'>, type: FlagType): string | null =>
  type === 'boolean' || hasCondition(value) ? null : value.targeting_return_value;

/** Whether the percentage makes a difference between users. */
export const hasShares = (value: Omit<ValueState, 'is_enabled'>, type: FlagType): boolean =>
  type === 'boolean' || unconditionalValue(value, type) !== null;
