import type { FlagDifference, PromotedFlag, ValuePart } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import type { PromotionPlan } from '../../api/promotions.js';
import {
  type FieldChange,
  fieldText,
  labelOf,
  valueText,
  attributeText,
  wantedText,
} from '../../toggle/describe-value.js';
import { texts as toggleTexts } from '../../toggle/texts.js';
import { hasCondition, type ValueState } from '../../toggle/unconditional-value.js';
import { texts } from './texts.js';

function ruleText(value: ValueState): string {
  const { targeting_attribute: attribute, targeting_value: is, targeting_return_value: returned } = value;
  if (hasCondition(value))
    return toggleTexts.matching(attributeText(attribute ?? ''), wantedText(is ?? ''), valueText(returned ?? 'true'));
  return returned === null ? toggleTexts.none : valueText(returned);
}

/** A part of a value in words. */
export function partText(part: ValuePart, value: ValueState): string {
  if (part === 'switch') return fieldText('is_enabled', value.is_enabled);
  return part === 'rollout' ? fieldText('rollout_percentage', value.rollout_percentage) : ruleText(value);
}

export const partLabel = (part: ValuePart, type: FlagType) =>
  part === 'rule' ? texts.ruleOf[type === 'boolean' ? 'boolean' : 'other'] : texts.parts[part];

const SERVES: FieldChange = {
  field: labelOf('served'),
  before: fieldText('served', false),
  after: fieldText('served', true),
};

/** Whether a promotion serves the flag in the target environment. */
export const isServedBy = ({ from, to }: Pick<FlagDifference, 'from' | 'to'>): boolean =>
  to.served === false && from.served !== false;

/** The changes of a flag, part by part: the value in the target environment before and after. */
export const changesOf = (difference: FlagDifference, parts: readonly ValuePart[]): FieldChange[] => {
  const { from, to, type } = difference;
  const changes = parts.map((part) => ({
    field: partLabel(part, type),
    before: partText(part, to),
    after: partText(part, from),
  }));
  return isServedBy(difference) ? [...changes, SERVES] : changes;
};

export interface PlanLine {
  id: string;
  key: string;
  changes: FieldChange[];
  /** What the page showed before, if it differs. */
  seen?: FieldChange[];
}

const isSame = (one: readonly FieldChange[], other: readonly FieldChange[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** A plan, flag by flag. @param seen the lines that the page showed before another user changed a value */
export function planLines({ plan, differences }: PromotionPlan, seen: readonly PlanLine[] = []): PlanLine[] {
  const byFlag = new Map(differences.map((difference) => [difference.flag_id, difference]));
  const lineOf = ({ flag_id: id, key, parts }: PromotedFlag): PlanLine => {
    const difference = byFlag.get(id);
    return { id, key, changes: difference ? changesOf(difference, parts) : [] };
  };
  const now = plan.changes.map(lineOf);
  const before = new Map(seen.map((line) => [line.id, line]));
  const shown = now.map((line) => {
    const its = seen.length > 0 ? (before.get(line.id)?.changes ?? []) : line.changes;
    return isSame(its, line.changes) ? line : { ...line, seen: its };
  });
  const ids = new Set(now.map(({ id }) => id));
  const gone = seen.filter(({ id }) => !ids.has(id)).map((line) => ({ ...line, changes: [], seen: line.changes }));
  return [...shown, ...gone];
}
