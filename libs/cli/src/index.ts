export { declareFlags, type TypedFlag } from './types/declare-flags.js';
export { run } from './run.js';
