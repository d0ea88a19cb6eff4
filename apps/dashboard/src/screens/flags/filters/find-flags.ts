import type { EnvironmentView, FlagSummary, LatestChange } from '@burgee/contracts/http';
import { type DatedEnvironments, isChanged, isEnded, stageOf } from '@burgee/contracts/plain';
import { type Age, AGES, type FlagSearch, NO_KIND, NO_OWNER } from './flag-search.js';

const DAY_MILLISECONDS = 86_400_000;

const hasOwner = ({ owner_id }: FlagSummary, owner: string) => (owner_id ?? NO_OWNER) === owner;

function endsAs({ ends_on: day }: FlagSummary, ends: NonNullable<FlagSearch['ends']>, now: number): boolean {
  if (ends === 'none' || !day) return ends === 'none' && !day;
  if (ends === 'passed') return isEnded(day, now);
  return !isEnded(day, now) && isEnded(day, now + 31 * DAY_MILLISECONDS);
}

/** @param inEnvironment the id of the environment that `env` names */
function matches(
  flag: FlagSummary,
  { q, type, state, kind, tag, owner }: FlagSearch,
  inEnvironment: string | undefined,
): boolean {
  if (type !== undefined && flag.type !== type) return false;
  if (kind !== undefined && (flag.kind ?? NO_KIND) !== kind) return false;
  if (tag !== undefined && !flag.tags?.includes(tag)) return false;
  if (owner !== undefined && !hasOwner(flag, owner)) return false;
  if (q !== undefined) {
    const needle = q.toLowerCase();
    const found = [flag.key, flag.name, ...flag.tags].some((part) => part.toLowerCase().includes(needle));
    if (!found) return false;
  }
  if (state === undefined) return true;
  const values = flag.environments.filter(
    ({ environment_id }) => inEnvironment === undefined || environment_id === inEnvironment,
  );
  const isOn = values.some(({ is_enabled }) => is_enabled);
  return isOn === (state === 'on');
}

/** When a user last changed the flag. An environment that was added since is no change of it. */
export function lastChangeOf(flag: FlagSummary, latest: LatestChange | undefined, environments: DatedEnvironments) {
  const changed = flag.environments.filter((value) => isChanged(flag, value, environments));
  const times = [latest?.created_at ?? flag.created_at, ...changed.map(({ updated_at }) => updated_at)];
  return times.toSorted().at(-1) ?? flag.created_at;
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The flags that the user switched during a search. */
export interface Switched {
  search: FlagSearch;
  flagIds: ReadonlySet<string>;
}

const FILTERS = [
  'q',
  'type',
  'state',
  'env',
  'age',
  'created',
  'stage',
  'kind',
  'ends',
  'tag',
  'owner',
  'favorites',
  'archived',
] as const;

/** Adds the flags being switched now. A new search starts over; a new order does not. */
export function noteSwitched(before: Switched, search: FlagSearch, underWay: readonly string[]): Switched {
  const isSame = FILTERS.every((filter) => before.search[filter] === search[filter]);
  if (!isSame) return { search, flagIds: new Set() };
  const isKnown = underWay.every((id) => before.flagIds.has(id));
  return isKnown ? before : { search, flagIds: new Set([...before.flagIds, ...underWay]) };
}

const isOfAge = (at: string, age: Age, now: number) =>
  AGES[age].within === now - Date.parse(at) <= AGES[age].days * DAY_MILLISECONDS;

interface Now {
  /** The environments of the project; `env` names one of them. */
  environments?: readonly Pick<EnvironmentView, 'id' | 'slug' | 'created_at'>[];
  /** Flags that stay listed in any state and at any age, because the user switched them here. */
  switched?: ReadonlySet<string>;
  now?: number;
  /** When a report last named each flag; omitted without reports. */
  reported?: ReadonlyMap<string, string | null>;
}

/** The flags that match the search, in its order. */
export function findFlags(
  flags: readonly FlagSummary[],
  latest: Record<string, LatestChange>,
  search: FlagSearch,
  { environments = [], switched = new Set(), now = Date.now(), reported }: Now = {},
): FlagSummary[] {
  const { age, created, stage, ends, env, sort, desc } = search;
  const inEnvironment = env === undefined ? undefined : (environments.find(({ slug }) => slug === env)?.id ?? env);
  const ageOf = (flag: FlagSummary) => lastChangeOf(flag, latest[flag.id], environments);
  const ofAge = created === undefined ? flags : flags.filter(({ created_at }) => isOfAge(created_at, created, now));
  const ending = ends === undefined ? ofAge : ofAge.filter((flag) => endsAs(flag, ends, now));
  const found = ending.filter((flag) =>
    switched.has(flag.id)
      ? matches(flag, { ...search, state: undefined }, inEnvironment)
      : matches(flag, search, inEnvironment) &&
        (stage === undefined || stageOf(flag, environments, now, reported?.get(flag.id)).stage === stage) &&
        (age === undefined || isOfAge(ageOf(flag), age, now)),
  );
  const direction = desc ? -1 : 1;
  if (sort !== 'changed') return found.toSorted((a, b) => direction * compareText(a.key, b.key));
  const timed = found.map((flag) => ({ flag, at: ageOf(flag) }));
  return timed.toSorted((a, b) => direction * compareText(a.at, b.at)).map(({ flag }) => flag);
}
