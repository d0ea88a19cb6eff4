import { AS_OF_HEADER } from '@burgee/contracts/wire';
import { toTimeOfDay } from '../fallback/steady-clock.js';

/** How old an answer of a bounded source is. To the millisecond, which the date of HTTP cannot say. @param asOf by `performance.now()` */
export const asOfHeader = (asOf: number): Record<string, string> => ({
  [AS_OF_HEADER]: new Date(toTimeOfDay(asOf)).toISOString(),
});
