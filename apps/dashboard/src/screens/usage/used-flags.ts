import type { FlagSummary, FlagUsageSummary } from '@burgee/contracts/http';

export interface UsedFlag {
  id: string;
  key: string;
  last_at: string;
  hours: number[];
  apps: string[];
}

/** The flags that were evaluated, the latest evaluation first. @param app only those that this application evaluates */
export function usedFlags(
  flags: readonly Pick<FlagSummary, 'id' | 'key'>[],
  usage: readonly FlagUsageSummary[],
  app?: string,
): UsedFlag[] {
  const keys = new Map(flags.map(({ id, key }) => [id, key]));
  const used = usage.flatMap(({ flag_id: id, last_at, hours, apps }): UsedFlag[] => {
    const key = keys.get(id);
    const isShown = key !== undefined && last_at !== null && (app === undefined || apps.includes(app));
    return isShown ? [{ id, key, last_at, hours, apps }] : [];
  });
  return used.toSorted((a, b) => b.last_at.localeCompare(a.last_at) || a.key.localeCompare(b.key));
}

/** The applications that evaluate flags, by name. */
export const appsOf = (usage: readonly Pick<FlagUsageSummary, 'apps'>[]): string[] =>
  [...new Set(usage.flatMap(({ apps }) => apps))].filter((app) => app !== '').toSorted();
