import type { UpdateFlagValueRequest } from '@burgee/contracts/http';
import { VALUE_FIELDS } from './describe-value.js';
import { hasCondition, type ValueState } from './unconditional-value.js';

interface Edited {
  /** What there was before. */
  base: ValueState;
  value: ValueState;
}

/** What can be edited of a row, or of an entry of the history, which say more. */
export function stateOf(row: ValueState): ValueState {
  const { is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value } = row;
  return { is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value };
}

/**
 * The fields to send: those that were changed. Clearing a rule names the return value as well: then the result is the one
 * that is shown here, whatever the row holds by then.
 */
export function patchOf({ base, value }: Edited): Partial<ValueState> {
  const clearsRule = hasCondition(base) && !hasCondition(value);
  const isSent = (field: keyof ValueState) =>
    base[field] !== value[field] || (clearsRule && field === 'targeting_return_value');
  return Object.fromEntries(VALUE_FIELDS.filter(isSent).map((field) => [field, value[field]]));
}

/** The patch that gives back what was there before `row` was saved. */
export const undoOf = (before: ValueState, row: ValueState) => patchOf({ base: row, value: stateOf(before) });

/** What a patch makes of a value, as the service decides it: without its condition, a rule returns nothing. */
export function afterPatch(value: ValueState, patch: UpdateFlagValueRequest): ValueState {
  const next = { ...value, ...(patch as Partial<ValueState>) };
  const losesRule = hasCondition(value) && !hasCondition(next) && patch.targeting_return_value === undefined;
  return losesRule ? { ...next, targeting_return_value: null } : next;
}
