/** `@burgee/sdk/evaluation`: the evaluator alone, for Workers, middleware and tests. */
export { attributeText, BUCKETING_VERSION, bucketOf, evaluate, murmur3, parseValue, typeOf } from '@burgee/evaluation';
export type * from '@burgee/evaluation';
