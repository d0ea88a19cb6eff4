/** The most bytes of each text of a targeting rule, in UTF-8. */
export const TARGETING_BYTES = {
  targeting_attribute: 200,
  targeting_value: 10_000,
  targeting_return_value: 10_000,
} as const;

/** The most values in the list of a targeting rule. */
export const RULE_VALUES_AT_MOST = 200;

/** The most bytes of a comment on a change, in UTF-8. */
export const NOTE_BYTES = 500;

/** The maximum number of origins of an environment next to its `url`. */
export const MORE_ORIGINS_AT_MOST = 20;

/** The maximum number of tags of a flag. */
export const TAGS_AT_MOST = 20;

/** The most bytes of all steps of a schedule, as JSON. */
export const SCHEDULE_BYTES = 100_000;

/** By name: how each looks, light and dark, is for pages to say. */
export const ENVIRONMENT_COLORS = [
  'green',
  'blue',
  'orange',
  'violet',
  'cyan',
  'pink',
  'red',
  'yellow',
  'teal',
  'indigo',
  'lime',
  'gray',
] as const;
export type EnvironmentColor = (typeof ENVIRONMENT_COLORS)[number];

export const REQUEST_ACTIONS = ['submit', 'approve', 'reject', 'apply'] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

/** The parts of a value that can be compared and promoted separately. */
export const VALUE_PARTS = ['switch', 'rollout', 'rule'] as const;
export type ValuePart = (typeof VALUE_PARTS)[number];
