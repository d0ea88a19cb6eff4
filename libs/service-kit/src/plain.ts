/** The part without Nest: tokens and functions. */
export * from './http/not-found.js';
export { plainTextFault } from './http/plain-text.js';
export * from './tokens.js';
