import type { FlagSearch } from './filters/flag-search.js';

interface List {
  projectId: string;
  search: FlagSearch;
  /** The list's index in the history of the tab. */
  index: number | undefined;
}

let last: List | undefined;

/** Remembers the last list of flags, for the way back to it. */
export const noteList = (list: List): void => {
  last = list;
};

export const lastList = (projectId: string): List | undefined => (last?.projectId === projectId ? last : undefined);
