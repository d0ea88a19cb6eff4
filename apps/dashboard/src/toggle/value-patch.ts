import type { UpdateFlagValueRequest } from '@burgee/contracts/http';
import { VALUE_FIELDS } from './describe-value.js';
import { hasCondition, type ValueState } from './unconditional-value.js';

/** No edit can name `served` but to serve. */
type EditableState = Omit<ValueState, 'served'>;

interface Edited {
  /** The value before the edit. */
  base: ValueState;
  value: ValueState;
}

/** The editable fields of a row or of an entry of the history, which have more. */
export function stateOf(row: ValueState): EditableState {
  const { is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value } = row;
  return { is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value };
}

/**
 * The changed fields to send. Clearing a rule also sends the return value: then the result is what the page shows, even
 * if the row has changed since.
 */
export function patchOf({ base, value }: Edited): Partial<EditableState> {
  const clearsRule = hasCondition(base) && !hasCondition(value);
  const isSent = (field: keyof ValueState) =>
    base[field] !== value[field] || (clearsRule && field === 'targeting_return_value');
  return Object.fromEntries(VALUE_FIELDS.filter(isSent).map((field) => [field, value[field]]));
}

/** The patch that restores the value from before `row` was saved. */
export const undoOf = (before: ValueState, row: ValueState) => patchOf({ base: row, value: stateOf(before) });

/** The value after a patch, as the service computes it: without its condition, a rule returns nothing. */
export function afterPatch(value: ValueState, patch: UpdateFlagValueRequest): ValueState {
  const serves = value.served === false && { served: true };
  const next = { ...value, ...(patch as Partial<ValueState>), ...serves };
  const losesRule = hasCondition(value) && !hasCondition(next) && patch.targeting_return_value === undefined;
  return losesRule ? { ...next, targeting_return_value: null } : next;
}
