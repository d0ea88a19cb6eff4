import type { BurgeeClient, FlagType, FlagValue } from '@burgee/sdk';
import type { ErrorCode, EvaluationContext, FlagMetadata, ResolutionDetails } from '@openfeature/core';

/** How users are spread over a percentage: `bucketing` of docs/evaluation.md. */
const BUCKETING = 1;

/** Rules compare text: a date is compared as `toISOString()` writes it. */
function plain(context: EvaluationContext): EvaluationContext {
  if (!Object.values(context).some((value) => value instanceof Date)) return context;
  const entries = Object.entries(context).map(([name, value]) => [
    name,
    value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value,
  ]);
  return Object.fromEntries(entries) as EvaluationContext;
}

export interface Question<T> {
  readonly key: string;
  readonly defaultValue: T;
  readonly type: FlagType;
  readonly context: EvaluationContext;
}

/** The answer of a client as OpenFeature has it. Never throws: what went wrong is in the `errorCode`. */
export function resolve<T>(client: BurgeeClient | undefined, question: Question<T>): ResolutionDetails<T> {
  const { key, defaultValue, type, context } = question;
  if (!client)
    return {
      value: defaultValue,
      reason: 'ERROR',
      errorCode: 'PROVIDER_NOT_READY' as ErrorCode,
      errorMessage: 'The provider has not been initialized.',
    };
  const details = client.details(key as never, defaultValue as FlagValue, type, plain(context));
  const flag = client.flag(key);
  // `<epoch>-<revision>` of the flags that answer. It moves on without an event when no row is another.
  const { version } = client.snapshot();
  const flagMetadata: FlagMetadata = {
    ...(flag && { flagId: flag.flag_id, bucketing: BUCKETING }),
    ...(version !== undefined && { version }),
  };
  return { ...details, value: details.value as T, errorCode: details.errorCode as ErrorCode, flagMetadata };
}
