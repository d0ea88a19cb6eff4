/** The part without Nest: tokens and functions. */
export * from './http/not-found.js';
export { jsonShape, plainTextFault } from './http/json-limits.js';
export * from './tokens.js';
