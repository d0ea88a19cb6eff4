import type { EnvironmentView } from './projects.js';
import type { FlagSummary, FlagValueSummary } from './flags.js';
import type { Stage } from './stages.js';

const DAY_MILLISECONDS = 86_400_000;
/** A flag that has not changed for this long counts as stale. */
export const STALE_AFTER_DAYS = 30;

type Value = Pick<FlagValueSummary, 'environment_id' | 'is_enabled' | 'rollout_percentage' | 'has_rule' | 'updated_at'>;
type Staged = Pick<FlagSummary, 'created_at' | 'archived_at'> &
  Partial<Pick<FlagSummary, 'ends_on'>> & { environments: readonly Value[] };

/** The environments of a project, by the time of their creation, which gave every flag a value in them. */
export type DatedEnvironments = readonly Pick<EnvironmentView, 'id' | 'created_at'>[];

const createdAt = (environments: DatedEnvironments, id: string) =>
  environments.find((environment) => environment.id === id)?.created_at ?? '';

/** Whether a change has touched the value since it was made, with its flag or with its environment. */
export function isChanged(
  flag: Pick<FlagSummary, 'created_at'>,
  value: Pick<FlagValueSummary, 'environment_id' | 'updated_at'>,
  environments: DatedEnvironments,
): boolean {
  return value.updated_at > flag.created_at && value.updated_at > createdAt(environments, value.environment_id);
}

export interface FlagStage {
  stage: Stage;
  /** Why a flag is stale: past its end date, fully on everywhere, off everywhere, or no report has named it for long. */
  reason?: 'ended' | 'on' | 'off' | 'unreported';
}

/** Whether the last day of a flag is over. Days are in UTC, so that everyone sees the same. */
export const isEnded = (endsOn: string | null | undefined, now: number): boolean =>
  typeof endsOn === 'string' && endsOn < new Date(now).toISOString().slice(0, 10);

/** What all users get in every environment, where that is the same. */
function settledAs(values: readonly Value[]): 'on' | 'off' | undefined {
  if (values.length === 0) return undefined;
  if (values.every(({ is_enabled }) => !is_enabled)) return 'off';
  const isOn = (value: Value) => value.is_enabled && value.rollout_percentage === 100 && !value.has_rule;
  return values.every(isOn) ? 'on' : undefined;
}

/**
 * The stage of a flag's life, always computed. An environment that was added later tells nothing about it before its
 * value there changes.
 * @param environments all environments of the project
 * @param lastReportedAt when a report last named the flag; null = never; undefined = unknown, or no reports
 */
export function stageOf(
  flag: Staged,
  environments: DatedEnvironments,
  now: number,
  lastReportedAt?: string | null,
): FlagStage {
  const { created_at, archived_at, environments: values } = flag;
  if (archived_at !== null) return { stage: 'archived' };
  if (isEnded(flag.ends_on, now)) return { stage: 'stale', reason: 'ended' };
  const isLongAgo = (at: string) => now - Date.parse(at) >= STALE_AFTER_DAYS * DAY_MILLISECONDS;
  const changed = values.filter((value) => isChanged(flag, value, environments));
  const telling = values.filter(
    // A value that was made with its flag has its time; one of a later environment has a later one.
    (value) => changed.includes(value) || value.updated_at <= created_at,
  );
  const settled = settledAs(telling.length > 0 ? telling : values);
  const isOld = changed.every(({ updated_at }) => isLongAgo(updated_at)) && isLongAgo(created_at);
  if (settled && isOld) return { stage: 'stale', reason: settled };
  if (settled === 'on') return { stage: 'rolled-out' };
  const isUnreported = lastReportedAt === null || (lastReportedAt !== undefined && isLongAgo(lastReportedAt));
  if (!settled && isLongAgo(created_at) && isUnreported) return { stage: 'stale', reason: 'unreported' };
  return { stage: settled === 'off' && changed.length === 0 ? 'new' : 'active' };
}
