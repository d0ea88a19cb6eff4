import type { FlagValueView } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';

export type ValueState = Pick<
  FlagValueView,
  'is_enabled' | 'rollout_percentage' | 'targeting_attribute' | 'targeting_value' | 'targeting_return_value'
>;

/**
 * Who gets what from a flag that is on: "30 % get it, and whoever's country is NO gets true". Types other than boolean get
 * values only from the rule: docs/evaluation.md.
 */
export function describeAudience(value: Omit<ValueState, 'is_enabled'>, type: FlagType): string {
  const { rollout_percentage: share, targeting_attribute: attribute, targeting_return_value: returned } = value;
  const whoever = `whoever's ${attribute} is ${value.targeting_value} gets`;
  if (type !== 'boolean') {
    if (attribute === null || returned === null) return "without a rule everybody gets your code's default";
    return `${whoever} ${quoteEmpty(returned)}, everybody else your code's default`;
  }
  const everybody = share === 100 ? 'everybody gets it' : share === 0 ? 'nobody gets it' : `${share} % get it`;
  return attribute === null ? everybody : `${everybody}, and ${whoever} ${returned ?? 'it'}`;
}

/** Empty text is a value too and must be visible. */
const quoteEmpty = (text: string) => (text === '' ? '""' : text);
const textOrNone = (text: string | null) => (text === null ? 'none' : quoteEmpty(text));

/** Describes the change of a field. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

const SHOWN: { [K in keyof ValueState]: [label: string, say: (value: ValueState[K]) => string] } = {
  is_enabled: ['Switch', (on) => (on ? 'on' : 'off')],
  rollout_percentage: ['Rollout', (share) => `${share} %`],
  targeting_attribute: ['Rule: attribute', textOrNone],
  targeting_value: ['Rule: is', textOrNone],
  targeting_return_value: ['Rule: gets', textOrNone],
};

export const VALUE_FIELDS = Object.keys(SHOWN) as (keyof ValueState)[];

export function fieldText<K extends keyof ValueState>(field: K, value: ValueState[K]): string {
  return SHOWN[field][1](value);
}

export const labelOf = (field: keyof ValueState) => SHOWN[field][0];

/** The differences of two values, field by field. */
export function differences(before: ValueState, after: ValueState): FieldChange[] {
  return VALUE_FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field: labelOf(field),
    before: fieldText(field, before[field]),
    after: fieldText(field, after[field]),
  }));
}
