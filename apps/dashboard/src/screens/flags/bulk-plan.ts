import type { EnvironmentView, FlagValueSummary, FlagSummary } from '@burgee/contracts/http';
import type { FieldFault } from '@burgee/contracts/wire';
import { describeAudience } from '../../toggle/describe-value.js';
import { texts as toggleTexts } from '../../toggle/texts.js';
import { texts } from './texts.js';

const NO_RULE = { targeting_attribute: null, targeting_value: null, targeting_return_value: null };

export interface PlannedSwitch {
  flag: FlagSummary;
  value: FlagValueSummary;
  /** Whether it is another state than now. */
  differs: boolean;
}

/** What switching these flags in an environment would do to each. */
export const planSwitch = (flags: readonly FlagSummary[], environmentId: string, isEnabled: boolean): PlannedSwitch[] =>
  flags.flatMap((flag) => {
    const value = flag.environments.find(({ environment_id }) => environment_id === environmentId);
    return value ? [{ flag, value, differs: value.is_enabled !== isEnabled }] : [];
  });

/** Who gets a flag that is on, by what a list knows of it. */
export function audienceOfListed({ type }: FlagSummary, value: FlagValueSummary): string {
  const { rollout_percentage, has_rule, has_value } = value;
  // A list does not know which value a text, a number or JSON has.
  if (type !== 'boolean') {
    if (!has_value) return toggleTexts.noValue;
    return has_rule ? texts.bulk.byRule : texts.bulk.itsValue(rollout_percentage);
  }
  const audience = describeAudience({ ...NO_RULE, rollout_percentage }, 'boolean');
  return has_rule ? texts.bulk.withRule(audience) : audience;
}

/** Why single ones of many were refused, by their place in the request: `/changes/3/patch` is the fourth. */
export function faultsByPlace(errors: readonly FieldFault[] | undefined): Map<number, string> {
  const placed = (errors ?? []).flatMap(({ pointer, detail }): [number, string][] => {
    const place = /^\/(?:changes|flag_ids|flags)\/(\d+)/.exec(pointer)?.[1];
    return place === undefined ? [] : [[Number(place), detail]];
  });
  return new Map(placed);
}

/** The names of the environments in which any of these flags is on. */
export const onAnywhere = (
  flags: readonly FlagSummary[],
  environments: readonly EnvironmentView[],
): EnvironmentView[] =>
  environments.filter(({ id }) =>
    flags.some((flag) =>
      flag.environments.some(({ environment_id, is_enabled }) => is_enabled && environment_id === id),
    ),
  );
