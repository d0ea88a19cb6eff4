/** What the package @burgee/cli exports for programs; people call `burgee`. */
export { declareFlags, type TypedFlag } from './types/declare-flags.js';
export { run } from './run.js';
