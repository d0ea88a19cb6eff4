import type { FlagType, FlagValueView } from '@burgee/contracts';

export type ValueState = Pick<
  FlagValueView,
  'is_enabled' | 'rollout_percentage' | 'targeting_attribute' | 'targeting_value' | 'targeting_return_value'
>;

/**
 * Who gets what of a flag that is on: "30 % get it, and whoever's country is NO gets true". Types other than boolean have
 * their values from the rule alone: docs/evaluation.md.
 */
export function describeAudience(value: Omit<ValueState, 'is_enabled'>, type: FlagType): string {
  const { rollout_percentage: share, targeting_attribute: attribute, targeting_return_value: returned } = value;
  const whoever = `whoever's ${attribute} is ${value.targeting_value} gets`;
  if (type !== 'boolean') {
    if (attribute === null || returned === null) return "without a rule everybody gets your code's default";
    return `${whoever} ${sayText(returned)}, everybody else your code's default`;
  }
  const everybody = share === 100 ? 'everybody gets it' : share === 0 ? 'nobody gets it' : `${share} % get it`;
  return attribute === null ? everybody : `${everybody}, and ${whoever} ${returned ?? 'it'}`;
}

/** Empty text is a value as well, and has to be seen. */
const sayText = (text: string) => (text === '' ? '""' : text);
const sayMaybe = (text: string | null) => (text === null ? 'none' : sayText(text));

/** A field's change, in words. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

const SHOWN: { [K in keyof ValueState]: [label: string, say: (value: ValueState[K]) => string] } = {
  is_enabled: ['Switch', (on) => (on ? 'on' : 'off')],
  rollout_percentage: ['Rollout', (share) => `${share} %`],
  targeting_attribute: ['Rule: attribute', sayMaybe],
  targeting_value: ['Rule: is', sayMaybe],
  targeting_return_value: ['Rule: gets', sayMaybe],
};

export const VALUE_FIELDS = Object.keys(SHOWN) as (keyof ValueState)[];

export function sayField<K extends keyof ValueState>(field: K, value: ValueState[K]): string {
  return SHOWN[field][1](value);
}

export const labelOf = (field: keyof ValueState) => SHOWN[field][0];

/** What differs between two values, field by field. */
export function differences(before: ValueState, after: ValueState): FieldChange[] {
  return VALUE_FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
    field: labelOf(field),
    before: sayField(field, before[field]),
    after: sayField(field, after[field]),
  }));
}
