/** The types a flag can have. */
export type FlagType = 'boolean' | 'string' | 'number' | 'json';

/** A flag as `GET /api/v1/flags` serves it, and as the stream's `flag_updated` carries it. */
export interface Flag {
  /** A UUID, the same in all environments. */
  readonly flag_id: string;
  /** What code asks for, unique in its project. */
  readonly key: string;
  /** What people read; code does not depend on it. */
  readonly name: string;
  /** The type of its values. */
  readonly type: FlagType;
  /** Whether it is switched on in this environment. */
  readonly is_enabled: boolean;
  /** For how many of all subjects it is on: percent, whole, 0 to 100. */
  readonly rollout_percentage: number;
  /** The attribute that the rule compares, by name or dotted path; null without a rule. */
  readonly targeting_attribute: string | null;
  /** The text that it has to equal, or a JSON array of texts of which it has to equal one; null without a rule. */
  readonly targeting_value: string | null;
  /** The text of what the rule returns; without a rule, the unconditional value of a flag of another type than boolean. */
  readonly targeting_return_value: string | null;
}

/** All flags of an environment: by key, or as a list. */
export type FlagSet = ReadonlyMap<string, Flag> | readonly Flag[];

/** What `JSON.parse` returns. */
export type JsonValue =
  | null
  | boolean
  | string
  | number
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
/** What a flag can return. */
export type FlagValue = JsonValue;
