/** The types a flag can have. */
export type FlagType = 'boolean' | 'string' | 'number' | 'json';

/** A flag as `GET /api/v1/flags` serves it, and as the stream's `flag_updated` carries it. */
export interface Flag {
  readonly flag_id: string;
  readonly key: string;
  readonly name: string;
  readonly type: FlagType;
  readonly is_enabled: boolean;
  /** Whole, 0 to 100. */
  readonly rollout_percentage: number;
  readonly targeting_attribute: string | null;
  readonly targeting_value: string | null;
  /** What the rule returns; without a rule, the unconditional value of a flag of another type than boolean. */
  readonly targeting_return_value: string | null;
}

/** All flags of an environment: by key, or as a list. */
export type FlagSet = ReadonlyMap<string, Flag> | readonly Flag[];

export type JsonValue =
  null | boolean | string | number | readonly JsonValue[] | { readonly [name: string]: JsonValue };
export type FlagValue = JsonValue;
