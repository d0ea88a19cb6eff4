import type { FlagSummary, FlagValueSummary } from '@burgee/contracts/http';
import { quoteEmpty } from '../../toggle/describe-value.js';
import { audienceOfListed } from './audience-of-listed.js';
import { texts } from './texts.js';

export interface CellText {
  /** What there is room for beside a switch. */
  text: string;
  /** The same as a sentence. */
  says: string;
  hasRule: boolean;
}

function textOf(type: FlagSummary['type'], value: FlagValueSummary): string | undefined {
  const { rollout_percentage: share, has_rule, has_value, unconditional_value } = value;
  const percent = share < 100 ? texts.percent(share) : undefined;
  if (type === 'boolean') return percent ?? (has_rule ? '' : undefined);
  if (!has_value) return texts.noValue;
  if (has_rule) return '';
  return typeof unconditional_value === 'string'
    ? texts.shareAndValue(percent, quoteEmpty(unconditional_value))
    : percent;
}

/** What a cell says of a flag that is on: who gets what, where that is not just everybody. Of a flag that is off, nothing. */
export function describeCell(type: FlagSummary['type'], value: FlagValueSummary): CellText | undefined {
  const text = value.is_enabled ? textOf(type, value) : undefined;
  if (text === undefined) return undefined;
  const hasRule = value.has_rule && (type === 'boolean' || value.has_value);
  return { text, says: texts.sentence(audienceOfListed({ type }, value)), hasRule };
}
