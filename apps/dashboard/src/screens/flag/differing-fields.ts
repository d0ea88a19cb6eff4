import type { FlagType } from '@burgee/contracts/wire';
import { fieldText, labelOf, SHOWN_FIELDS, shownState } from '../../toggle/describe-value.js';
import { unconditionalValue, type ValueState } from '../../toggle/unconditional-value.js';

const NOTHING = fieldText('targeting_value', null);

interface Cell {
  text: string;
  /** Whether most of the others have something else. */
  isOdd: boolean;
}

export interface DifferingField {
  label: string;
  /** In the order of the values. */
  cells: Cell[];
}

/** The text that most have, if more than one has it. */
function mostCommon(texts: readonly string[]): string | undefined {
  const count = (text: string) => texts.filter((one) => one === text).length;
  return texts.filter((text) => count(text) > 1).toSorted((a, b) => count(b) - count(a))[0];
}

/** A rollout without a value to roll out decides nothing. */
const decides = (value: ValueState, type: FlagType) => type === 'boolean' || unconditionalValue(value, type) !== null;

/** The fields that are not the same in all of these values. */
export function differingFields(values: readonly ValueState[], type: FlagType): DifferingField[] {
  return SHOWN_FIELDS.flatMap((field) => {
    const texts = values.map((value) =>
      field === 'rollout_percentage' && !decides(value, type) ? NOTHING : fieldText(field, shownState(value)[field]),
    );
    if (new Set(texts).size < 2) return [];
    const common = mostCommon(texts);
    return [
      { label: labelOf(field), cells: texts.map((text) => ({ text, isOdd: common !== undefined && text !== common })) },
    ];
  });
}
