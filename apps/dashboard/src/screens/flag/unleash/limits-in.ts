import type { FlagView } from '@burgee/contracts/http';
import { type Limit, LIMITS, limitsOfFlag, type Sdk } from '@burgee/unleash-api';
import type { ValueState } from '../../../toggle/unconditional-value.js';

/** A case in which SDKs of Unleash decide differently from Burgee. */
export interface FlagLimit {
  name: Limit;
  text: string;
  sdks: readonly Sdk[];
  /** The names of the environments where it applies to the flag. */
  environments: readonly string[];
}

interface ValueIn {
  /** Its name. */
  environment: string;
  value: ValueState;
}

/** The limits of Unleash's protocol for a flag, each with its environments. */
export function limitsIn(
  { id, key, name, type }: Pick<FlagView, 'id' | 'key' | 'name' | 'type'>,
  values: readonly ValueIn[],
): FlagLimit[] {
  const found = values.map(({ environment, value }) => ({
    environment,
    limits: limitsOfFlag({ ...value, flag_id: id, key, name, type }),
  }));
  return (Object.keys(LIMITS) as Limit[])
    .map((limit) => ({
      name: limit,
      ...LIMITS[limit],
      environments: found.filter(({ limits }) => limits.includes(limit)).map(({ environment }) => environment),
    }))
    .filter(({ environments }) => environments.length > 0);
}
