import type { FlagUsageSummary } from '@burgee/contracts/http';

/** When a report last named each flag; undefined for a project without reports. */
export function reportedIn(usage: readonly FlagUsageSummary[]): ReadonlyMap<string, string | null> | undefined {
  if (usage.every(({ last_at }) => last_at === null)) return undefined;
  return new Map(usage.map(({ flag_id, last_at }) => [flag_id, last_at]));
}
