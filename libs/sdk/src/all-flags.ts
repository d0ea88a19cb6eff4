import { evaluate, type EvaluationContext, type EvaluationDetails, type FlagValue } from '@burgee/evaluation';
import type { FlagState } from './flag-state.js';

/** What each flag says to this context; a value of undefined is the code's default. */
function allDetails(
  { flags }: FlagState,
  context: EvaluationContext,
): [string, EvaluationDetails<FlagValue | undefined>][] {
  return [...flags.values()].map(({ key, type }) => [key, evaluate(flags, key, undefined as never, context, type)]);
}

export function allValues(state: FlagState, context: EvaluationContext): Record<string, FlagValue | undefined> {
  return Object.fromEntries(allDetails(state, context).map(([key, { value }]) => [key, value]));
}

/** The keys of flags that say something else to `after` than to `before`. */
export function seenOtherwise(state: FlagState, before: EvaluationContext, after: EvaluationContext): string[] {
  const seen = allDetails(state, before);
  return allDetails(state, after)
    .filter(([, details], index) => JSON.stringify(details) !== JSON.stringify(seen[index]?.[1]))
    .map(([key]) => key);
}
