/** A time of day as `performance.now()` would have shown it; never in the future. @param at ms since 1970 */
export const toSteady = (at: number): number => performance.now() - Math.max(0, Date.now() - at);
