/** The exports of the package @burgee/cli for programs; people run `burgee`. */
export { declareFlags, type TypedFlag } from './types/declare-flags.js';
export { fetchWithinOrigin } from './fetch-within-origin.js';
export { run } from './run.js';
