/** Converts a time of day to the clock of `performance.now()`; never in the future. @param at ms since 1970 */
export const toSteady = (at: number): number => performance.now() - Math.max(0, Date.now() - at);
