import type { FlagView, LatestChange } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';

const TYPES: readonly FlagType[] = ['boolean', 'string', 'number', 'json'];
const STATES = ['on', 'off'] as const;
const SORTS = ['key', 'changed'] as const;

/** The search of the table, as in the address. Absent parameters have their default. */
export interface FlagSearch {
  /** Part of the key, the name or the description. */
  q?: string;
  type?: FlagType;
  /** on: in `env`, or in at least one; off: in `env`, or in all. */
  state?: (typeof STATES)[number];
  /** The slug of an environment. */
  env?: string;
  sort?: (typeof SORTS)[number];
  desc?: true;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);

const text = (value: unknown) => {
  const given = typeof value === 'number' ? String(value) : value;
  return typeof given === 'string' && given !== '' ? given : undefined;
};

/** Parses an address that somebody may have typed. Invalid parameters count as absent, and are returned as undefined, or the router would keep them. */
export function parseFlagSearch(search: Record<string, unknown>): FlagSearch {
  return {
    q: text(search.q),
    type: oneOf(TYPES, search.type),
    state: oneOf(STATES, search.state),
    env: text(search.env),
    sort: oneOf(SORTS, search.sort),
    desc: search.desc === true ? (true as const) : undefined,
  };
}

/** The orders to choose from where the table has no header to click; `by` is the value in the address. */
export const ORDERS: readonly { value: string; label: string; by: Pick<FlagSearch, 'sort' | 'desc'> }[] = [
  { value: 'key', label: 'By key', by: { sort: 'key', desc: undefined } },
  { value: 'key-desc', label: 'By key, Z to A', by: { sort: 'key', desc: true } },
  { value: 'changed-desc', label: 'Newest change first', by: { sort: 'changed', desc: true } },
  { value: 'changed', label: 'Oldest change first', by: { sort: 'changed', desc: undefined } },
];

/** The entry of ORDERS that the address names. */
export const orderOf = ({ sort = 'key', desc }: FlagSearch) => `${sort}${desc ? '-desc' : ''}`;

export const isFiltered = ({ q, type, state }: FlagSearch) =>
  q !== undefined || type !== undefined || state !== undefined;

function matches(flag: FlagView, { q, type, state, env }: FlagSearch): boolean {
  if (type !== undefined && flag.type !== type) return false;
  if (q !== undefined) {
    const needle = q.toLowerCase();
    const found = [flag.key, flag.name, flag.description ?? ''].some((part) => part.toLowerCase().includes(needle));
    if (!found) return false;
  }
  if (state === undefined) return true;
  const values = flag.environments.filter(({ environment_slug }) => env === undefined || environment_slug === env);
  const isOn = values.some(({ is_enabled }) => is_enabled);
  return isOn === (state === 'on');
}

export const lastChangeOf = (flag: FlagView, latest: LatestChange | undefined) =>
  [latest?.created_at ?? flag.updated_at, ...flag.environments.map(({ updated_at }) => updated_at)].toSorted().at(-1) ??
  flag.updated_at;

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The flags switched while a search was shown. */
export interface Switched {
  search: FlagSearch;
  flagIds: ReadonlySet<string>;
}

const FILTERS = ['q', 'type', 'state', 'env'] as const;

/** Adds the flags being switched now. Another search starts over, another order does not. */
export function noteSwitched(before: Switched, search: FlagSearch, underWay: readonly string[]): Switched {
  const isSame = FILTERS.every((filter) => before.search[filter] === search[filter]);
  if (!isSame) return { search, flagIds: new Set() };
  const isKnown = underWay.every((id) => before.flagIds.has(id));
  return isKnown ? before : { search, flagIds: new Set([...before.flagIds, ...underWay]) };
}

/** The flags that match the search, in its order. A flag that was switched here stays, whatever its state is now. */
export function findFlags(
  flags: readonly FlagView[],
  latest: Record<string, LatestChange>,
  search: FlagSearch,
  switched: ReadonlySet<string> = new Set(),
): FlagView[] {
  const found = flags.filter((flag) => matches(flag, switched.has(flag.id) ? { ...search, state: undefined } : search));
  const direction = search.desc ? -1 : 1;
  if (search.sort !== 'changed') return found.toSorted((a, b) => direction * compareText(a.key, b.key));
  const timed = found.map((flag) => ({ flag, at: lastChangeOf(flag, latest[flag.id]) }));
  return timed.toSorted((a, b) => direction * compareText(a.at, b.at)).map(({ flag }) => flag);
}
