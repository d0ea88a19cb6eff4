import type { EvaluationContext, EvaluationDetails, FlagType } from '@burgee/evaluation';
import type { FlagEvaluator } from './client.js';
import type { FlagValues } from './flag-keys.js';
import { frozenCopy } from './flag-state.js';

/** The function behind all evaluations of a client. */
export interface Decisions {
  decide<T>(key: string, defaultValue: T, type: FlagType | undefined, context: EvaluationContext): EvaluationDetails<T>;
  all(context: EvaluationContext): FlagValues;
}

/** @param own the context for calls without one */
export function evaluator({ decide, all }: Decisions, own: () => EvaluationContext): Omit<FlagEvaluator, 'context'> {
  const valueOf =
    (type: FlagType) =>
    <T>(key: string, value: T, context = own()): T =>
      decide(key, value, type, context).value;
  return {
    bool: valueOf('boolean'),
    string: valueOf('string'),
    number: valueOf('number'),
    json: valueOf('json'),
    details: ((key, value, type, context = own()) => decide(key, value, type, context)) as FlagEvaluator['details'],
    all: (context = own()) => all(context),
  };
}

/** For another context. */
export function evaluatorFor(decisions: Decisions, given: EvaluationContext): FlagEvaluator {
  const context = frozenCopy(given);
  return { ...evaluator(decisions, () => context), context };
}
