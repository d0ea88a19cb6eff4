import type { FlagSummary, FlagValueSummary, FlagValueView, FlagView } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { unconditionalValue } from '../toggle/unconditional-value.js';

/** Equal to the service's. A page imports only types from the contracts, whose code is for Node. */
const LISTED_VALUE_CHARACTERS = 200;

function listedText(text: string): string {
  const characters = [...text];
  return characters.length > LISTED_VALUE_CHARACTERS
    ? `${characters.slice(0, LISTED_VALUE_CHARACTERS - 1).join('')}…`
    : text;
}

function listedUnconditional(value: FlagValueView, type: FlagType): string | null {
  const text = unconditionalValue(value, type);
  return text === null ? null : listedText(text);
}

const listedValue = (value: FlagValueView, type: FlagType): FlagValueSummary => ({
  environment_id: value.environment_id,
  is_enabled: value.is_enabled,
  rollout_percentage: value.rollout_percentage,
  has_rule: value.targeting_attribute !== null,
  has_value: value.targeting_return_value !== null,
  unconditional_value: listedUnconditional(value, type),
  updated_at: value.updated_at,
  served: value.served,
});

/** A flag in the form of lists: without its description and the texts of its rules. */
export const listedFlag = (flag: FlagView): FlagSummary => ({
  id: flag.id,
  key: flag.key,
  name: flag.name,
  type: flag.type,
  tags: flag.tags,
  owner_id: flag.owner_id,
  owner_name: flag.owner_name,
  kind: flag.kind,
  ends_on: flag.ends_on,
  created_at: flag.created_at,
  archived_at: flag.archived_at,
  environments: flag.environments.map((value) => listedValue(value, flag.type)),
});

interface WithValues<V> {
  environments: V[];
}

/** The flag with one value replaced, unless it has a newer one. */
function withValue<V extends { environment_id: string; updated_at: string }, F extends WithValues<V>>(
  flag: F,
  value: V,
): F {
  const environments = flag.environments.map((one) =>
    one.environment_id === value.environment_id && one.updated_at <= value.updated_at ? value : one,
  );
  return { ...flag, environments };
}

/** The flag with a value from the service's latest answer. */
export const flagWith = (flag: FlagView, value: FlagValueView) => withValue(flag, value);
/** The same for a flag of a list. */
export const listedFlagWith = (flag: FlagSummary, value: FlagValueView) =>
  withValue(flag, listedValue(value, flag.type));
