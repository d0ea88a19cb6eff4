import type { UsageBucket } from '@burgee/contracts/http';

export interface UsageBar {
  /** When it begins, in milliseconds. */
  at: number;
  count: number;
}

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
/** For ranges longer than this the service counts by day, and the first day is incomplete. */
const DAYS_BY_HOUR = 7;

export const isByDay = (days: number): boolean => days > DAYS_BY_HOUR;

/** A bar for each hour or day up to now, even without evaluations. */
export function usageBars(buckets: readonly UsageBucket[], days: number, now: number): UsageBar[] {
  const [unit, bars] = isByDay(days) ? [DAY_MILLISECONDS, days + 1] : [HOUR_MILLISECONDS, days * 24];
  const counts = new Map(buckets.map(({ at, count }) => [Date.parse(at), count]));
  // The clock of the service may be ahead of this one.
  const last = Math.floor(Math.max(now, ...counts.keys()) / unit) * unit;
  return Array.from({ length: bars }, (_, index) => {
    const at = last - (bars - 1 - index) * unit;
    return { at, count: counts.get(at) ?? 0 };
  });
}

/** The bar with the most evaluations; undefined without any. */
export const busiest = (bars: readonly UsageBar[]): UsageBar | undefined =>
  bars.reduce<UsageBar | undefined>((most, bar) => (bar.count > (most?.count ?? 0) ? bar : most), undefined);
