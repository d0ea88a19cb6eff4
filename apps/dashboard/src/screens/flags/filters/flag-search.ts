import type { FlagKind } from '@burgee/contracts/http';
import type { FlagType } from '@burgee/contracts/wire';
import { type Stage, STAGES } from '@burgee/contracts/plain';
import { KINDS } from '../../../kinds/kinds.js';

export const TYPES: readonly FlagType[] = ['boolean', 'string', 'number', 'json'];
/** As a kind to filter by: flags without a kind. */
export const NO_KIND = 'none';
const ENDS = ['passed', 'month', 'none'] as const;
const STATES = ['on', 'off'] as const;
const SORTS = ['key', 'changed'] as const;
/** As an owner to filter by: flags without an owner. */
export const NO_OWNER = 'none';

/** Ages to filter by: changed within this many days, or not since. */
export const AGES = {
  day: { days: 1, within: true },
  week: { days: 7, within: true },
  month: { days: 30, within: true },
  'not-month': { days: 30, within: false },
  'not-quarter': { days: 90, within: false },
} as const;
export type Age = keyof typeof AGES;
const AGE_NAMES = Object.keys(AGES) as Age[];

/** The search of the table, in the address. Absent parameters have their default. */
export interface FlagSearch {
  /** Part of the key, the name or a tag. */
  q?: string;
  type?: FlagType;
  /** on: in `env`, or in at least one; off: in `env`, or in all. */
  state?: (typeof STATES)[number];
  /** The slug of an environment. */
  env?: string;
  age?: Age;
  /** The time since its creation. */
  created?: Age;
  /** Its stage. */
  stage?: Exclude<Stage, 'archived'>;
  kind?: FlagKind | typeof NO_KIND;
  /** The end date has passed, comes within 30 days, or is not set. */
  ends?: (typeof ENDS)[number];
  tag?: string;
  /** The id of a user, or `none`. */
  owner?: string;
  /** Only the reader's favorites. */
  favorites?: true;
  /** Only archived flags; by default only flags in use. */
  archived?: true;
  /** The slugs of the visible environments, in order. */
  columns?: string;
  sort?: (typeof SORTS)[number];
  /** The id of a shared view, whose search replaces this one. */
  view?: string;
  desc?: true;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);

const text = (value: unknown) => {
  const given = typeof value === 'number' ? String(value) : value;
  return typeof given === 'string' && given !== '' ? given : undefined;
};

/**
 * Parses an address that a user may have typed. Invalid parameters count as absent, and are returned as undefined, or
 * the router would keep them.
 */
export function parseFlagSearch(search: Record<string, unknown>): FlagSearch {
  return {
    q: text(search.q),
    type: oneOf(TYPES, search.type),
    state: oneOf(STATES, search.state),
    env: text(search.env),
    age: oneOf(AGE_NAMES, search.age),
    created: oneOf(AGE_NAMES, search.created),
    stage: oneOf(STAGES, search.stage),
    kind: oneOf([...KINDS, NO_KIND], search.kind),
    ends: oneOf(ENDS, search.ends),
    tag: text(search.tag),
    owner: text(search.owner),
    favorites: search.favorites === true ? (true as const) : undefined,
    archived: search.archived === true ? (true as const) : undefined,
    columns: text(search.columns),
    sort: oneOf(SORTS, search.sort),
    view: text(search.view),
    desc: search.desc === true ? (true as const) : undefined,
  };
}
