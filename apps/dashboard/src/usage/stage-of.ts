import type { FlagSummary, FlagValueSummary } from '@burgee/contracts/http';

export const STAGES = ['new', 'active', 'rolled-out', 'stale'] as const;
export type Stage = (typeof STAGES)[number] | 'archived';

const DAY_MILLISECONDS = 86_400_000;
/** A flag that has not changed for this long counts as stale. */
export const STALE_AFTER_DAYS = 30;

type Value = Pick<FlagValueSummary, 'is_enabled' | 'rollout_percentage' | 'has_rule' | 'updated_at'>;
type Staged = Pick<FlagSummary, 'created_at' | 'archived_at'> & { environments: readonly Value[] };

export interface FlagStage {
  stage: Stage;
  /** Why a flag is stale: fully on everywhere, off everywhere, or no report has named it for long. */
  reason?: 'on' | 'off' | 'unreported';
}

/** What all users get in every environment, where that is the same. */
function settledAs(values: readonly Value[]): 'on' | 'off' | undefined {
  if (values.length === 0) return undefined;
  if (values.every(({ is_enabled }) => !is_enabled)) return 'off';
  const isOn = (value: Value) => value.is_enabled && value.rollout_percentage === 100 && !value.has_rule;
  return values.every(isOn) ? 'on' : undefined;
}

/**
 * The stage of a flag's life, always computed.
 * @param lastReportedAt when a report last named the flag; null = never; undefined = unknown, or no reports
 */
export function stageOf(flag: Staged, now: number, lastReportedAt?: string | null): FlagStage {
  const { created_at, archived_at, environments } = flag;
  if (archived_at !== null) return { stage: 'archived' };
  const isLongAgo = (at: string) => now - Date.parse(at) >= STALE_AFTER_DAYS * DAY_MILLISECONDS;
  const settled = settledAs(environments);
  const isOld = environments.every(({ updated_at }) => isLongAgo(updated_at)) && isLongAgo(created_at);
  if (settled && isOld) return { stage: 'stale', reason: settled };
  if (settled === 'on') return { stage: 'rolled-out' };
  const isUnreported = lastReportedAt === null || (lastReportedAt !== undefined && isLongAgo(lastReportedAt));
  if (!settled && isLongAgo(created_at) && isUnreported) return { stage: 'stale', reason: 'unreported' };
  const isUntouched = environments.every(({ updated_at }) => Date.parse(updated_at) <= Date.parse(created_at));
  return { stage: settled === 'off' && isUntouched ? 'new' : 'active' };
}
