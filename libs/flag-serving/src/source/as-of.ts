import { AS_OF_HEADER } from '@burgee/contracts/wire';

/** Every answer of a source that can become outdated says how current it is. */
export interface AsOf {
  /** By `performance.now()`: the answer contains every change that was acknowledged before this moment. */
  asOf: number;
}

/** A time of day as `performance.now()` would have shown it; never in the future. @param at ms since 1970 */
export const toSteady = (at: number): number => performance.now() - Math.max(0, Date.now() - at);

/** When that was, ms since 1970. @param steady by `performance.now()` */
export const toTimeOfDay = (steady: number): number => Date.now() - (performance.now() - steady);

/** Whole seconds since then. @param steady by `performance.now()` */
export const ageOf = (steady: number): number => Math.max(0, Math.round((performance.now() - steady) / 1_000));

/** All answers of one look-up say the same. */
let last: { asOf: number; header: Readonly<Record<string, string>> } = { asOf: NaN, header: {} };

/** How old an answer of a bounded source is. To the millisecond, which the date of HTTP cannot say. @param asOf by `performance.now()` */
export function asOfHeader(asOf: number): Readonly<Record<string, string>> {
  if (asOf !== last.asOf) last = { asOf, header: { [AS_OF_HEADER]: new Date(toTimeOfDay(asOf)).toISOString() } };
  return last.header;
}
