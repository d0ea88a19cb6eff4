const TABS = ['environments', 'usage', 'code', 'activity', 'who'] as const;
export type FlagTab = (typeof TABS)[number];

/** What a flag's page shows, as in the address. Without it, its environments. */
export interface FlagPageSearch {
  tab?: Exclude<FlagTab, 'environments'>;
}

/** Parses an address that somebody may have typed. */
export function parseFlagPageSearch(search: Record<string, unknown>): FlagPageSearch {
  const tab = TABS.find((one) => one === search.tab);
  return { tab: tab === 'environments' ? undefined : tab };
}
