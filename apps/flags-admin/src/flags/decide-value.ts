import { byteFault, RULE_VALUES_AT_MOST, TARGETING_BYTES } from '@burgee/contracts/plain';
import { DomainError, type FieldFault, type FlagType } from '@burgee/contracts/wire';
import { parseList, parseValue } from '@burgee/evaluation';
import { changedFields } from '../unit-of-work/changed-fields.js';
import { type ValueRow, type ValueState, valueTag, valueView } from './flag-row.js';

const hasCondition = ({ targeting_attribute, targeting_value }: ValueState) =>
  targeting_attribute !== null || targeting_value !== null;

const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** A list of values that is too long, or that clients cannot compare alike. */
function listFault(text: string): string | undefined {
  const values = parseList(text) ?? [];
  if (values.length > RULE_VALUES_AT_MOST)
    return `targeting_value must list at most ${RULE_VALUES_AT_MOST} values; it lists ${values.length}`;
  const place = values.findIndex((value) => LONE_SURROGATE.test(value)) + 1;
  return place > 0 ? `targeting_value must list whole characters; value ${place} has half a surrogate pair` : undefined;
}

/** Contradictions between fields or with the type. Only changed fields count: stored values do not block an edit. */
function faultsOf(value: ValueState, changed: Partial<ValueState>, type: FlagType): FieldFault[] {
  const faults: FieldFault[] = [];
  const { targeting_attribute, targeting_value } = value;
  const changesCondition = 'targeting_attribute' in changed || 'targeting_value' in changed;
  if (changesCondition && (targeting_attribute === null) !== (targeting_value === null))
    faults.push({
      pointer: targeting_attribute === null ? '/targeting_attribute' : '/targeting_value',
      detail: 'targeting_attribute and targeting_value must be set together',
    });
  const { targeting_value: wanted, targeting_return_value: returned } = changed;
  const detail = typeof wanted === 'string' ? listFault(wanted) : undefined;
  if (detail !== undefined) faults.push({ pointer: '/targeting_value', detail });
  if (typeof returned === 'string' && parseValue(type, returned) === undefined)
    faults.push({
      pointer: '/targeting_return_value',
      detail: `targeting_return_value must be a ${type} written as text`,
    });
  return faults;
}

/** Texts that are too long. Only changed texts count: a stored text may date from another limit. */
function longTexts(changed: Partial<ValueState>): FieldFault[] {
  return Object.entries(TARGETING_BYTES).flatMap(([name, most]) => {
    const detail = byteFault(name, changed[name as keyof typeof TARGETING_BYTES] ?? '', most);
    return detail === undefined ? [] : [{ pointer: `/${name}`, detail }];
  });
}

/** @param ifMatch the header If-Match @throws value_changed, with the present value, when it differs */
export function assertUnchangedSince(row: ValueRow, ifMatch: string | undefined): void {
  const current = valueView(row);
  if (ifMatch === undefined || ifMatch === '*' || ifMatch === valueTag(current)) return;
  throw new DomainError('value_changed', 'The value was changed since you read it. Check `current`, then try again.', {
    current,
  });
}

/**
 * The value after an edit. A field that is left out keeps its value, and null clears it. Clearing the condition of a
 * rule also clears its return value, unless the edit sets one: a value for some clients must not become the value for
 * all. Each change serves a value that clients do not get yet, and so does `served` alone.
 * @returns undefined when the edit changes nothing
 * @throws invalid_request when a change contradicts another field or the type, or a changed text is too long
 */
export function decideValue(
  current: ValueState,
  { served, ...fields }: Partial<ValueState>,
  type: FlagType,
): ValueState | undefined {
  const serves = current.served === false;
  const changed = changedFields(current, serves && served ? { ...fields, served } : fields);
  if (!changed) return undefined;
  const { after, next } = changed;
  const errors = [...longTexts(after), ...faultsOf(next, after, type)];
  if (errors.length > 0) {
    const summary = errors.map((fault) => fault.detail).join('; ');
    throw new DomainError('invalid_request', `The value was refused: ${summary}.`, { errors });
  }
  const clearsCondition = hasCondition(current) && !hasCondition(next);
  const clearsReturned = clearsCondition && fields.targeting_return_value === undefined;
  return { ...next, ...(clearsReturned && { targeting_return_value: null }), ...(serves && { served: true }) };
}
