import type { FlagValueView } from '@burgee/contracts';

export type ValueState = Pick<
  FlagValueView,
  'is_enabled' | 'rollout_percentage' | 'targeting_attribute' | 'targeting_value' | 'targeting_return_value'
>;

/** Who gets a flag that is on: "30 % get it, and everybody whose country is NO gets express". */
export function describeAudience(value: Omit<ValueState, 'is_enabled'>): string {
  const { rollout_percentage: share, targeting_attribute: attribute } = value;
  const everybody = share === 100 ? 'everybody gets it' : share === 0 ? 'nobody gets it' : `${share} % get it`;
  if (attribute === null) return everybody;
  const what = value.targeting_return_value === null ? 'it' : value.targeting_return_value;
  return `${everybody}, and whoever's ${attribute} is ${value.targeting_value} gets ${what}`;
}

/** A field's change, in words. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

const SHOWN: { [K in keyof ValueState]: [label: string, say: (value: ValueState[K]) => string] } = {
  is_enabled: ['Switch', (on) => (on ? 'on' : 'off')],
  rollout_percentage: ['Rollout', (share) => `${share} %`],
  targeting_attribute: ['Rule: attribute', (text) => text ?? 'none'],
  targeting_value: ['Rule: is', (text) => text ?? 'none'],
  targeting_return_value: ['Rule: gets', (text) => text ?? 'none'],
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
