import type { FlagType } from '@burgee/contracts/wire';
import { formatPercent } from '../../../feedback/format.js';
import { attributeText, fieldText, labelOf, valueText, wantedText } from '../../../toggle/describe-value.js';
import { hasCondition, type ValueState } from '../../../toggle/unconditional-value.js';
import { texts as all } from '../texts.js';

const texts = all.lines;

interface ValueLine {
  label: string;
  /** Undefined: there is none. */
  text: string | undefined;
}

const users = (value: ValueState) =>
  texts.users(attributeText(value.targeting_attribute ?? ''), wantedText(value.targeting_value ?? ''));

/** The audience of a text, number or JSON flag's value. */
function audience(value: ValueState): string {
  if (value.targeting_return_value === null) return texts.nobody;
  if (hasCondition(value)) return users(value);
  if (value.rollout_percentage === 0) return texts.nobody;
  return value.rollout_percentage === 100 ? texts.everyone : texts.share(value.rollout_percentage);
}

/** A value line by line, in the order of its editor: unless it is boolean, the value comes before the audience. */
export function valueLines(value: ValueState, type: FlagType): ValueLine[] {
  const { targeting_return_value: returned } = value;
  const status = { label: labelOf('is_enabled'), text: fieldText('is_enabled', value.is_enabled) };
  if (type !== 'boolean')
    return [
      status,
      { label: all.forWhom.value, text: returned === null ? undefined : valueText(returned) },
      { label: all.forWhom.label, text: audience(value) },
    ];
  return [
    status,
    { label: labelOf('rollout_percentage'), text: formatPercent(value.rollout_percentage) },
    {
      label: texts.rule,
      text: hasCondition(value) ? texts.usersGet(users(value), valueText(returned ?? 'true')) : undefined,
    },
  ];
}
