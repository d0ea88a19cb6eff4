import type { FlagSearch } from './flag-search.js';

/** The orders to choose from where the table has no header to click. */
export const ORDERS = {
  key: { sort: 'key', desc: undefined },
  'key-desc': { sort: 'key', desc: true },
  'changed-desc': { sort: 'changed', desc: true },
  changed: { sort: 'changed', desc: undefined },
} as const satisfies Record<string, Pick<FlagSearch, 'sort' | 'desc'>>;
export type Order = keyof typeof ORDERS;

/** The entry of ORDERS that the address names. */
export const orderOf = ({ sort = 'key', desc }: FlagSearch): Order => `${sort}${desc ? '-desc' : ''}`;

/** The number of active filters that are not always in view. */
export const countFilters = ({ type, age, created, stage, kind, ends, tag, owner, archived }: FlagSearch) =>
  [type, age, created, stage, kind, ends, tag, owner, archived].filter((filter) => filter !== undefined).length;

export const isFiltered = (search: FlagSearch) =>
  search.q !== undefined || search.state !== undefined || search.favorites === true || countFilters(search) > 0;
