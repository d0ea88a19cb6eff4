import type { FlagType } from '@burgee/contracts/wire';
import { hasCondition, unconditionalValue, type ValueState } from './unconditional-value.js';

/**
 * Who gets what from a flag that is on: "30 % get it, and whoever's country is NO gets true". Where another type than
 * boolean has no value for somebody, the default in the code is used.
 */
export function describeAudience(value: Omit<ValueState, 'is_enabled'>, type: FlagType): string {
  const { rollout_percentage: share, targeting_attribute: attribute, targeting_return_value: returned } = value;
  const whoever = `whoever's ${attribute} is ${value.targeting_value} gets`;
  if (type !== 'boolean') {
    const unconditional = unconditionalValue(value, type);
    if (unconditional !== null) return describeShare(share, quoteEmpty(unconditional));
    if (attribute === null || value.targeting_value === null || returned === null)
      return "it has no value, so everybody gets your code's default";
    return `${whoever} ${quoteEmpty(returned)}, everybody else your code's default`;
  }
  const everybody = share === 100 ? 'everybody gets it' : share === 0 ? 'nobody gets it' : `${share} % get it`;
  return attribute === null ? everybody : `${everybody}, and ${whoever} ${returned ?? 'it'}`;
}

function describeShare(share: number, text: string): string {
  if (share === 100) return `everybody gets ${text}`;
  return `${share === 0 ? 'nobody gets' : `${share} % get`} ${text}, everybody else your code's default`;
}

/** Empty text is a value too and must be visible. */
export const quoteEmpty = (text: string) => (text === '' ? '""' : text);
const textOrNone = (text: string | null) => (text === null ? 'none' : quoteEmpty(text));

/** Describes the change of a field. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** A value as it is shown: what a rule returns, and what is returned without one, are two lines. */
export type ShownState = ValueState & { unconditional_value: string | null };

/** @param value of any type: a boolean flag has no such value, but a row of it may hold one */
export const shownState = <T extends ValueState>(value: T): T & ShownState =>
  hasCondition(value)
    ? { ...value, unconditional_value: null }
    : { ...value, targeting_return_value: null, unconditional_value: value.targeting_return_value };

const SHOWN: { [K in keyof ShownState]: [label: string, say: (value: ShownState[K]) => string] } = {
  is_enabled: ['Switch', (on) => (on ? 'on' : 'off')],
  rollout_percentage: ['Rollout', (share) => `${share} %`],
  targeting_attribute: ['Rule: attribute', textOrNone],
  targeting_value: ['Rule: is', textOrNone],
  targeting_return_value: ['Rule: gets', textOrNone],
  unconditional_value: ['Value without a rule', textOrNone],
};

export const SHOWN_FIELDS = Object.keys(SHOWN) as (keyof ShownState)[];

/** The fields that are edited. */
export const VALUE_FIELDS = SHOWN_FIELDS.filter((field) => field !== 'unconditional_value');

export function fieldText<K extends keyof ShownState>(field: K, value: ShownState[K]): string {
  return SHOWN[field][1](value);
}

export const labelOf = (field: keyof ShownState) => SHOWN[field][0];

/** The differences of two values, line by line. */
export function differences(before: ValueState, after: ValueState): FieldChange[] {
  const [old, fresh] = [shownState(before), shownState(after)];
  return SHOWN_FIELDS.filter((field) => old[field] !== fresh[field]).map((field) => ({
    field: labelOf(field),
    before: fieldText(field, old[field]),
    after: fieldText(field, fresh[field]),
  }));
}
