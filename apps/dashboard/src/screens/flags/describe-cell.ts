import type { FlagSummary, FlagValueSummary } from '@burgee/contracts/http';
import { quoteEmpty } from '../../toggle/describe-value.js';
import { audienceOfListed } from './audience-of-listed.js';
import { texts } from './texts.js';

export interface CellText {
  /** What there is room for beside a switch. */
  text: string;
  /** For how many of the users, after a value: it stays where the value is cut off. */
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
  return { text: quoteEmpty(unconditional_value), ...(percent && { share: texts.forShare(share) }) };
}

/** What a cell says of a flag that is on: who gets what, where that is not just everybody. Of a flag that is off, nothing. */
export function describeCell(type: FlagSummary['type'], value: FlagValueSummary): CellText | undefined {
  const shown = value.is_enabled ? textOf(type, value) : undefined;
  if (!shown) return undefined;
  const hasRule = value.has_rule && (type === 'boolean' || value.has_value);
  return { ...shown, says: texts.sentence(audienceOfListed({ type }, value)), hasRule };
}
