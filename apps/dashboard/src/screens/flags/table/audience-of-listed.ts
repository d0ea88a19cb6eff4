import type { FlagSummary, FlagValueSummary } from '@burgee/contracts/http';
import { describeAudience } from '../../../toggle/describe-value.js';
import { texts as toggleTexts } from '../../../toggle/texts.js';
import { texts } from '../texts.js';

const NO_RULE = { targeting_attribute: null, targeting_value: null };

/** The audience of a flag that is on, by the fields of a list. */
export function audienceOfListed({ type }: Pick<FlagSummary, 'type'>, value: FlagValueSummary): string {
  const { rollout_percentage, has_rule, has_value, unconditional_value } = value;
  const audience = describeAudience(
    // An older service sends no value.
    { ...NO_RULE, rollout_percentage, targeting_return_value: unconditional_value ?? null },
    type,
  );
  if (type === 'boolean') return has_rule ? texts.audience.withRule(audience) : audience;
  if (!has_value) return toggleTexts.noValue;
  if (has_rule) return texts.audience.byRule;
  return typeof unconditional_value === 'string' ? audience : texts.audience.itsValue(rollout_percentage);
}
