import type { EnvironmentView, FlagValueSummary, FlagSummary } from '@burgee/contracts/http';
import type { FieldFault } from '@burgee/contracts/wire';
import type { RequestedChanges } from '../../../api/requested-changes.js';
import { environmentsOn } from '../../../environment/serve-again.js';

export interface PlannedSwitch {
  flag: FlagSummary;
  value: FlagValueSummary;
  /** Whether the state changes. */
  differs: boolean;
}

/** The effect of a bulk toggle on each of these flags. */
export const planSwitch = (flags: readonly FlagSummary[], environmentId: string, isEnabled: boolean): PlannedSwitch[] =>
  flags.flatMap((flag) => {
    const value = flag.environments.find(({ environment_id }) => environment_id === environmentId);
    return value ? [{ flag, value, differs: value.is_enabled !== isEnabled }] : [];
  });

/** A bulk toggle in the form of requested changes. */
export const requestedSwitch = (
  environmentId: string,
  planned: readonly PlannedSwitch[],
  isEnabled: boolean,
): RequestedChanges => ({
  environmentId,
  changes: planned.map(({ flag }) => ({ flag_id: flag.id, patch: { is_enabled: isEnabled } })),
});

/** The refusals of single flags, by their index in the request: `/changes/3/patch` is the fourth. */
export function faultsByPlace(errors: readonly FieldFault[] | undefined): Map<number, string> {
  const placed = (errors ?? []).flatMap(({ pointer, detail }): [number, string][] => {
    const place = /^\/(?:changes|flag_ids|flags)\/(\d+)/.exec(pointer)?.[1];
    return place === undefined ? [] : [[Number(place), detail]];
  });
  return new Map(placed);
}

/** Whether a flag is on in an environment. */
export const isOn = (flag: FlagSummary, { id }: Pick<EnvironmentView, 'id'>): boolean =>
  flag.environments.some(({ environment_id, is_enabled }) => is_enabled && environment_id === id);

/** The environments in which any of these flags is on. */
export const onAnywhere = (
  flags: readonly FlagSummary[],
  environments: readonly EnvironmentView[],
): EnvironmentView[] =>
  environmentsOn(
    flags.flatMap((flag) => flag.environments),
    environments,
  );
