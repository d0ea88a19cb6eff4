/** The part without Nest: tokens and functions. */
export * from './http/not-found.js';
export { plainTextFault } from './http/plain-text.js';
export * from './tenants/approximate-bytes.js';
export * from './tokens.js';
