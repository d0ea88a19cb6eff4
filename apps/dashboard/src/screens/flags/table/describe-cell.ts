import type { FlagSummary, FlagValueSummary } from '@burgee/contracts/http';
import { texts as environmentTexts } from '../../../environment/texts.js';
import { valueText } from '../../../toggle/describe-value.js';
import { audienceOfListed } from './audience-of-listed.js';
import { texts } from '../texts.js';

export interface CellText {
  /** The short text next to a switch. */
  text: string;
  /** The share of users, after a value: it stays visible where the value is cut off. */
  share?: string;
  /** The same as a sentence. */
  says: string;
  hasRule: boolean;
}

function textOf(type: FlagSummary['type'], value: FlagValueSummary): Pick<CellText, 'text' | 'share'> | undefined {
  const { rollout_percentage: share, has_rule, has_value, unconditional_value } = value;
  const percent = share < 100 ? { text: texts.percent(share) } : undefined;
  if (type === 'boolean') return percent ?? (has_rule ? { text: '' } : undefined);
  if (!has_value) return { text: texts.noValue };
  if (has_rule) return { text: texts.byRule };
  if (typeof unconditional_value !== 'string') return percent;
  return { text: valueText(unconditional_value), ...(percent && { share: texts.forShare(share) }) };
}

/** Says who gets a flag that is on, unless every user does. Undefined for a flag that is off, unless apps do not get it yet. */
export function describeCell(type: FlagSummary['type'], value: FlagValueSummary): CellText | undefined {
  if (value.served === false)
    return { text: environmentTexts.notServed, says: environmentTexts.notServedHint, hasRule: false };
  const shown = value.is_enabled ? textOf(type, value) : undefined;
  if (!shown) return undefined;
  const hasRule = value.has_rule && (type === 'boolean' || value.has_value);
  return { ...shown, says: texts.sentence(audienceOfListed({ type }, value)), hasRule };
}
