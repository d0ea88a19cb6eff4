export * from './bucket.js';
export type * from './context.js';
export type * from './details.js';
export * from './evaluate.js';
export type * from './flag.js';
export { typeOf } from './type-of.js';
