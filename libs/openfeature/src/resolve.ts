import type { BurgeeClient, FlagType, FlagValue } from '@burgee/sdk';
import type { ErrorCode, EvaluationContext, FlagMetadata, ResolutionDetails } from '@openfeature/core';

/** The version of bucketing, see docs/reference/evaluation.md. */
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

export interface FlagRequest<T> {
  readonly key: string;
  readonly defaultValue: T;
  readonly type: FlagType;
  readonly context: EvaluationContext;
}

/** The evaluation of a client in OpenFeature's form. Never throws: an error is in `errorCode`. */
export function resolve<T>(client: BurgeeClient | undefined, request: FlagRequest<T>): ResolutionDetails<T> {
  const { key, defaultValue, type, context } = request;
  if (!client)
    return {
      value: defaultValue,
      reason: 'ERROR',
      errorCode: 'PROVIDER_NOT_READY' as ErrorCode,
      errorMessage: 'The provider has not been initialized.',
    };
  const details = client.details(key, defaultValue as FlagValue, type, plain(context));
  const flag = client.flag(key);
  // `<epoch>-<revision>` of the flags. It can change without an event, if no row changed.
  const { version } = client;
  const flagMetadata: FlagMetadata = {
    ...(flag && { flagId: flag.flag_id, bucketing: BUCKETING }),
    ...(version && { version }),
  };
  return { ...details, value: details.value as T, errorCode: details.errorCode as ErrorCode, flagMetadata };
}
