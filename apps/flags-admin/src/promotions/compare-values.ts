import { VALUE_PARTS, type ValuePart } from '@burgee/contracts/plain';
import type { ValueState } from '../flags/flag-row.js';

const FIELDS = {
  switch: ['is_enabled'],
  rollout: ['rollout_percentage'],
  rule: ['targeting_attribute', 'targeting_value', 'targeting_return_value'],
} as const satisfies Record<ValuePart, (keyof ValueState)[]>;

/** The parts in which two values differ. */
export function partsThatDiffer(one: ValueState, other: ValueState): ValuePart[] {
  return VALUE_PARTS.filter((part) => FIELDS[part].some((field) => one[field] !== other[field]));
}

/** The action of a change of these parts. Without any it only serves the value. */
export const actionFor = (parts: readonly ValuePart[]): 'flag_toggle' | 'flag_update' =>
  parts.length > 0 && parts.every((part) => part === 'switch') ? 'flag_toggle' : 'flag_update';

/** The edit that copies these parts of a value. */
export function partsOf(value: ValueState, parts: readonly ValuePart[]): Partial<ValueState> {
  return Object.fromEntries(parts.flatMap((part) => FIELDS[part]).map((field) => [field, value[field]]));
}
