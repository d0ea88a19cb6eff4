import { DomainError, type FieldFault, type FlagType, parsesAs } from '@burgee/contracts';
import { changedFields } from '../../changes/changed-fields.js';
import type { ValueState } from '../flag-row.js';

function faultsOf(value: ValueState, type: FlagType): FieldFault[] {
  const faults: FieldFault[] = [];
  const { targeting_attribute, targeting_value, targeting_return_value } = value;
  if ((targeting_attribute === null) !== (targeting_value === null))
    faults.push({
      pointer: targeting_attribute === null ? '/targeting_attribute' : '/targeting_value',
      detail: 'targeting_attribute and targeting_value come together or not at all',
    });
  if (targeting_return_value !== null && !parsesAs(type, targeting_return_value))
    faults.push({
      pointer: '/targeting_return_value',
      detail: `targeting_return_value must be a ${type} written as text`,
    });
  return faults;
}

/**
 * What an edit makes of a stored value: left-out fields keep theirs, null clears.
 * @returns undefined when the edit changes nothing
 * @throws invalid_request when the result would not hold together
 */
export function decideValue(current: ValueState, patch: Partial<ValueState>, type: FlagType): ValueState | undefined {
  const changed = changedFields(current, patch);
  if (!changed) return undefined;
  const errors = faultsOf(changed.next, type);
  if (errors.length > 0) {
    const summary = errors.map((fault) => fault.detail).join('; ');
    throw new DomainError('invalid_request', `The value was refused: ${summary}.`, { errors });
  }
  return changed.next;
}
