/** A time of day as `performance.now()` would have shown it; never in the future. @param at ms since 1970 */
export const toSteady = (at: number): number => performance.now() - Math.max(0, Date.now() - at);

/** When that was, ms since 1970. @param steady by `performance.now()` */
export const toTimeOfDay = (steady: number): number => Date.now() - (performance.now() - steady);

/** Whole seconds since then. @param steady by `performance.now()` */
export const ageOf = (steady: number): number => Math.max(0, Math.round((performance.now() - steady) / 1_000));
