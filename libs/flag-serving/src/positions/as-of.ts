import { AS_OF_HEADER } from '@burgee/contracts/wire';
import { toTimeOfDay } from '../fallback/steady-clock.js';

/** All answers of one look-up say the same. */
let last: { asOf: number; header: Readonly<Record<string, string>> } = { asOf: NaN, header: {} };

/** How old an answer of a bounded source is. To the millisecond, which the date of HTTP cannot say. @param asOf by `performance.now()` */
export function asOfHeader(asOf: number): Readonly<Record<string, string>> {
  if (asOf !== last.asOf) last = { asOf, header: { [AS_OF_HEADER]: new Date(toTimeOfDay(asOf)).toISOString() } };
  return last.header;
}
