import { evaluate, type EvaluationContext, type EvaluationDetails, type FlagValue } from '@burgee/evaluation';
import type { FlagState } from './flag-state.js';
import type { FlagValues } from './flag-keys.js';

/** Evaluates flags of any type for this context. A value of undefined stands for the default in the code. */
export const detailsFor =
  (flags: FlagState['flags'], context: EvaluationContext) =>
  (key: string): EvaluationDetails<FlagValue | undefined> =>
    evaluate(flags, key, undefined as never, context, flags.get(key)?.type);

/** The values of some flags, by key. */
export const valuesOf = (keys: readonly string[], detailsOf: ReturnType<typeof detailsFor>): FlagValues =>
  Object.fromEntries(keys.map((key) => [key, detailsOf(key).value]));
