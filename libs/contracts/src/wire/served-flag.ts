import type { FlagType } from './flag-type.js';

/** A flag as served to SDKs: exactly these nine fields. */
export interface ServedFlag {
  flag_id: string;
  key: string;
  name: string;
  type: FlagType;
  is_enabled: boolean;
  /** 0 to 100, an integer. */
  rollout_percentage: number;
  targeting_attribute: string | null;
  targeting_value: string | null;
  targeting_return_value: string | null;
}

const FIELDS: readonly (keyof ServedFlag)[] = [
  'flag_id',
  'key',
  'name',
  'type',
  'is_enabled',
  'rollout_percentage',
  'targeting_attribute',
  'targeting_value',
  'targeting_return_value',
];

/** Exactly the nine fields, in their order. */
export function servedFlag(source: ServedFlag): ServedFlag {
  return Object.fromEntries(FIELDS.map((field) => [field, source[field]])) as unknown as ServedFlag;
}
