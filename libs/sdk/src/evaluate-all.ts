import {
  evaluate,
  type EvaluationContext,
  type EvaluationDetails,
  type Flag,
  type FlagValue,
} from '@burgee/evaluation';

/** Every flag, evaluated for this context. A value of undefined stands for the default in the code. */
export function evaluateAll(
  flags: ReadonlyMap<string, Flag>,
  context: EvaluationContext,
): ReadonlyMap<string, EvaluationDetails<FlagValue | undefined>> {
  return new Map([...flags].map(([key, { type }]) => [key, evaluate(flags, key, undefined as never, context, type)]));
}
