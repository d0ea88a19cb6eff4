import type { EnvironmentConnection, FlagSummary } from '@burgee/contracts/http';
import { hasConnected } from '../../api/connections.js';
import { type DatedEnvironments, type FlagStage, stageOf } from '@burgee/contracts/plain';

export interface StaleFlag {
  id: string;
  key: string;
  reason: NonNullable<FlagStage['reason']>;
}

/**
 * The stale flags, in the order of the list.
 * @param reported when a report last named each flag; undefined = unknown, or no reports
 */
export const staleFlags = (
  flags: readonly FlagSummary[],
  environments: DatedEnvironments,
  now: number,
  reported?: ReadonlyMap<string, string | null>,
): StaleFlag[] =>
  flags.flatMap((flag) => {
    const { stage, reason } = stageOf(flag, environments, now, reported?.get(flag.id));
    return stage === 'stale' && reason ? [{ id: flag.id, key: flag.key, reason }] : [];
  });

/** The steps to a first live flag. */
export const FIRST_STEPS = ['flag', 'app', 'switch'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The steps that a new project has yet to take; none for a project that has a flag in use or an app. */
export function stepsLeft(
  flags: readonly Pick<FlagSummary, 'environments'>[],
  connections: readonly EnvironmentConnection[],
): FirstStep[] {
  if (flags.length === 0) return [...FIRST_STEPS];
  const isOn = flags.some(({ environments }) => environments.some(({ is_enabled }) => is_enabled));
  if (isOn || connections.some(hasConnected)) return [];
  return ['app', 'switch'];
}

/** The start of the reader's day. */
export function startOfDay(now: number): string {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}
