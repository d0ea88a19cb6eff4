/** `@burgee/sdk/evaluation`: the evaluator alone, for Workers, middleware and tests. */
export * from '@burgee/evaluation';
