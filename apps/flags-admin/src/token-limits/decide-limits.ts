import type { SteppedVerb, TokenLimits } from '@burgee/contracts/wire';

interface ValueState {
  is_enabled: boolean;
  rollout_percentage: number;
  targeting_attribute: string | null;
  targeting_value: string | null;
  targeting_return_value: string | null;
  served?: boolean;
}

/** A change of a flag's value in one environment. */
export interface ValueChanged {
  flagId: string;
  flagKey: string;
  environmentId: string;
  before: ValueState;
  after: ValueState;
}

/** The flag of a change, with the tags that it has now. */
export interface TaggedChange extends ValueChanged {
  tags: readonly string[];
}

/** What a switch and a rule count as: nobody sees by how much they change what clients get. */
const WHOLE_STEP = 100;

const RULE = ['targeting_attribute', 'targeting_value', 'targeting_return_value'] as const;

/** How large a change is, for a token whose step does not apply to these verbs. */
export function stepOf(
  { before, after }: Pick<ValueChanged, 'before' | 'after'>,
  without: readonly SteppedVerb[],
): number {
  const bySwitch = before.served === false || before.is_enabled !== after.is_enabled ? WHOLE_STEP : 0;
  const byRule = RULE.some((field) => before[field] !== after[field]) ? WHOLE_STEP : 0;
  const byRollout = Math.abs(after.rollout_percentage - before.rollout_percentage);
  return Math.max(
    without.includes('switch') ? 0 : bySwitch,
    without.includes('edit') ? 0 : Math.max(byRule, byRollout),
  );
}

/** @param used how many values the token has changed before */
export function beyondLimits(limits: TokenLimits, used: number, changes: readonly TaggedChange[]): string | undefined {
  const { flags, tag, step, without_step, changes: most } = limits;
  const strange = changes.find(
    ({ flagKey, tags }) =>
      (flags !== null || tag !== null) && !flags?.includes(flagKey) && !(tag !== null && tags.includes(tag)),
  );
  if (strange) return `may not change the flag ${strange.flagKey}`;
  const large = step === null ? undefined : changes.find((change) => stepOf(change, without_step) > step);
  if (large)
    return `may change ${large.flagKey} by up to ${step} percentage points at a time; this is ${stepOf(large, without_step)}`;
  if (most !== null && used + changes.length > most)
    return `may change ${most} values in all; it has changed ${used}, and this is ${changes.length} more`;
  return undefined;
}
