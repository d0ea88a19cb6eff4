import type { FlagValueView, FlagView } from '@burgee/contracts/http';
import { bucketOf, evaluate, type EvaluationContext, type Flag, type FlagValue } from '@burgee/evaluation';
import { unconditionalValue } from '../../toggle/unconditional-value.js';
import { texts } from './texts.js';

const { why } = texts;

/** The row that GET /api/v1/flags would serve, and what evaluating ignores. */
export const servedRow = ({ key, name, type }: FlagView, value: FlagValueView): Flag => ({ ...value, key, name, type });

export interface Outcome {
  row: Flag;
  /** The value; undefined means the default in the code. */
  value: FlagValue | undefined;
  reason: string;
  /** The reason in words. */
  why: string;
  /** 0 to 99; undefined without a targetingKey. */
  bucket: number | undefined;
}

export function subjectOf({ targetingKey }: EvaluationContext): string | undefined {
  const key: unknown = targetingKey;
  return typeof key === 'string' ? key || undefined : Number.isFinite(key) ? String(key) : undefined;
}

/** Evaluates a flag with one environment's row, as an SDK does. */
export function evaluateRow(row: Flag, context: EvaluationContext): Outcome {
  // Undefined stands for the default in the code, which this page does not know.
  const { value, reason, errorCode } = evaluate<FlagValue | undefined>([row], row.key, undefined, context, row.type);
  const subject = subjectOf(context);
  const bucket = subject === undefined ? undefined : bucketOf(row.key, subject);
  return { row, value, reason: errorCode ?? reason, why: describeReason(row, reason, errorCode, bucket), bucket };
}

function describeReason(row: Flag, reason: string, errorCode: string | undefined, bucket: number | undefined): string {
  const share = row.rollout_percentage;
  switch (errorCode ?? reason) {
    case 'DISABLED':
      return why.disabled;
    case 'TARGETING_MATCH':
      return why.rule(String(row.targeting_attribute), String(row.targeting_value));
    case 'PARSE_ERROR':
      return why.wrongType(row.type);
  }
  if (row.type !== 'boolean' && unconditionalValue(row, row.type) === null) return why.noValue;
  switch (errorCode ?? reason) {
    case 'STATIC':
      return why.everyone;
    case 'DEFAULT':
      return why.noOne;
    case 'SPLIT':
      return (bucket ?? share) < share ? why.inside(bucket ?? share, share) : why.outside(bucket ?? share, share);
    case 'TARGETING_KEY_MISSING':
      return why.noKey(share);
    default:
      return errorCode ?? reason;
  }
}
