/** Pure evaluation of flags, the same in every client: rule, rollout bucket, value and reason. Imports nothing. */
export * from './bucket.js';
export { attributeText, type EvaluationContext } from './context.js';
export type * from './details.js';
export * from './evaluate.js';
export type * from './flag.js';
export { parseList } from './parse-list.js';
export { parseValue } from './parse-value.js';
export { typeOf } from './type-of.js';
