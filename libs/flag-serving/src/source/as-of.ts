import { AS_OF_HEADER } from '@burgee/contracts/wire';

/** The date of an answer that can become outdated. */
export interface AsOf {
  /** By `performance.now()`: the answer contains every change that was acknowledged before this moment. */
  asOf: number;
}

/** Converts a time of day to the clock of `performance.now()`; never in the future. @param at ms since 1970 */
export const toSteady = (at: number): number => performance.now() - Math.max(0, Date.now() - at);

/** The time of day, ms since 1970. @param steady by `performance.now()` */
export const toTimeOfDay = (steady: number): number => Date.now() - (performance.now() - steady);

/** Whole seconds since then. @param steady by `performance.now()` */
export const ageOf = (steady: number): number => Math.max(0, Math.round((performance.now() - steady) / 1_000));

/** Cached, since all answers of one look-up share the date. */
let last: { asOf: number; header: Readonly<Record<string, string>> } = { asOf: NaN, header: {} };

/**
 * The date of an answer from a bounded source, in milliseconds, which HTTP's Date cannot express. @param asOf by
 * `performance.now()`
 */
export function asOfHeader(asOf: number): Readonly<Record<string, string>> {
  if (asOf !== last.asOf) last = { asOf, header: { [AS_OF_HEADER]: new Date(toTimeOfDay(asOf)).toISOString() } };
  return last.header;
}
