import { bucketOf, evaluate, type Flag, type Variant } from '@burgee/evaluation';

export const MOST_USERS = 2_000;
const SAMPLES = 1_000;

/**
 * on: has it before and after; added, dropped: by the tried percentage; ruled: the rule decides, and the percentage
 * does not matter.
 */
export type UserState = 'on' | 'off' | 'added' | 'dropped' | 'ruled';

export interface SampleUser {
  key: string;
  /** 0 to 99. */
  bucket: number;
  state: UserState;
}

export interface Ramp {
  users: SampleUser[];
  /** How many of the users are in each of the 100 buckets, in their order. */
  buckets: { bucket: number; count: number }[];
  /** How many have it at the tried percentage. */
  on: number;
  added: number;
  dropped: number;
}

const MADE_UP = Array.from({ length: SAMPLES }, (_, index) => `user-${index + 1}`);

/** Parses one user per line, without blanks and duplicates; generates users if there are none. */
export function sampleKeys(lines: string): string[] {
  const given = new Set(lines.split('\n').map((line) => line.trim()));
  given.delete('');
  return given.size === 0 ? MADE_UP : [...given].slice(0, MOST_USERS);
}

/** What each user gets while the flag is on at this percentage. One row for all: a list in its rule is parsed once. */
function variantsAt(row: Flag, rollout_percentage: number) {
  const rows = [{ ...row, is_enabled: true, rollout_percentage }];
  return (targetingKey: string) => evaluate(rows, row.key, false, { targetingKey }, row.type).variant;
}

function stateOf(now: Variant | undefined, then: Variant | undefined): UserState {
  if (then === 'targeted') return 'ruled';
  if (now === then) return then === 'on' ? 'on' : 'off';
  return then === 'on' ? 'added' : 'dropped';
}

/** Which users have the flag if it is on, at `share` percent instead of the stored percentage. */
export function ramp(row: Flag, share: number, keys: readonly string[]): Ramp {
  const [now, then] = [variantsAt(row, row.rollout_percentage), variantsAt(row, share)];
  const users = keys.map((key) => ({ key, bucket: bucketOf(row.key, key), state: stateOf(now(key), then(key)) }));
  const buckets = Array.from({ length: 100 }, (_, bucket) => ({ bucket, count: 0 }));
  for (const { bucket } of users) (buckets[bucket] as (typeof buckets)[number]).count++;
  const count = (...states: UserState[]) => users.filter(({ state }) => states.includes(state)).length;
  return { users, buckets, on: count('on', 'added', 'ruled'), added: count('added'), dropped: count('dropped') };
}
