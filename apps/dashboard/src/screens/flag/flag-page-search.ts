const TABS = ['environments', 'usage', 'code', 'activity', 'who'] as const;
export type FlagTab = (typeof TABS)[number];

/** The open tab of a flag's page, in the address. Default: its environments. */
export interface FlagPageSearch {
  tab?: Exclude<FlagTab, 'environments'>;
}

/** Parses an address that a user may have typed. */
export function parseFlagPageSearch(search: Record<string, unknown>): FlagPageSearch {
  const tab = TABS.find((one) => one === search.tab);
  return { tab: tab === 'environments' ? undefined : tab };
}
