import {
  evaluate,
  type EvaluationContext,
  type EvaluationDetails,
  type Flag,
  type FlagValue,
} from '@burgee/evaluation';

/** What each flag says to this context. A value of undefined is the code's default. */
export function evaluateAll(
  flags: ReadonlyMap<string, Flag>,
  context: EvaluationContext,
): ReadonlyMap<string, EvaluationDetails<FlagValue | undefined>> {
  return new Map([...flags].map(([key, { type }]) => [key, evaluate(flags, key, undefined as never, context, type)]));
}
