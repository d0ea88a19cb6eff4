import type { FlagValueView, FlagView } from '@burgee/contracts/http';
import { bucketOf, evaluate, type EvaluationContext, type Flag, type FlagValue } from '@burgee/evaluation';
import { attributeText, wantedText } from '../../toggle/describe-value.js';
import { hasShares } from '../../toggle/unconditional-value.js';
import { texts } from './texts.js';

const { why } = texts;

/** The row that GET /api/v1/flags would serve, and fields that the evaluation ignores. */
export const servedRow = ({ key, name, type }: FlagView, value: FlagValueView): ServedRow => ({
  ...value,
  key,
  name,
  type,
});

/** `served` is false where SDKs do not get the row yet. */
type ServedRow = Flag & { served?: boolean };

export interface Outcome {
  row: Flag;
  /** The value; undefined means the default in the code. */
  value: FlagValue | undefined;
  /** As OpenFeature names it; undefined where a percentage does not matter. */
  reason: string | undefined;
  /** The reason in words. */
  why: string;
  /** 0 to 99, where the percentage decides; otherwise undefined. */
  bucket: number | undefined;
}

export function subjectOf({ targetingKey }: EvaluationContext): string | undefined {
  const key: unknown = targetingKey;
  return typeof key === 'string' ? key || undefined : Number.isFinite(key) ? String(key) : undefined;
}

/** The result of the percentage alone. */
const BY_SHARE: ReadonlySet<string> = new Set(['STATIC', 'DEFAULT', 'SPLIT', 'TARGETING_KEY_MISSING']);

/** Evaluates a flag with one environment's row, like an SDK. */
export function evaluateRow(row: ServedRow, context: EvaluationContext): Outcome {
  if (row.served === false) return { row, value: undefined, reason: 'ERROR', why: why.notServed, bucket: undefined };
  // Undefined stands for the default in the code, which this page does not know.
  const { value, reason, errorCode } = evaluate<FlagValue | undefined>([row], row.key, undefined, context, row.type);
  const subject = subjectOf(context);
  const code = errorCode ?? reason;
  const isIdle = BY_SHARE.has(code) && !hasShares(row, row.type);
  const bucket = code === 'SPLIT' && subject !== undefined && !isIdle ? bucketOf(row.key, subject) : undefined;
  return { row, value, reason: isIdle ? undefined : code, why: describeReason(row, code, bucket), bucket };
}

function describeReason(row: Flag, code: string, bucket: number | undefined): string {
  const share = row.rollout_percentage;
  switch (code) {
    case 'DISABLED':
      return why.disabled;
    case 'TARGETING_MATCH':
      return why.rule(attributeText(String(row.targeting_attribute)), wantedText(String(row.targeting_value)));
    case 'PARSE_ERROR':
      return why.wrongType(row.type);
  }
  if (!hasShares(row, row.type)) return describeNoValue(row);
  switch (code) {
    case 'STATIC':
      return why.everyone;
    case 'DEFAULT':
      return why.noOne;
    case 'SPLIT':
      return (bucket ?? share) < share ? why.inside(bucket ?? share, share) : why.outside(bucket ?? share, share);
    case 'TARGETING_KEY_MISSING':
      return why.noKey(share);
    default:
      return code;
  }
}

/** Why a user whom the rule does not match gets no value. */
function describeNoValue({ targeting_attribute: attribute, targeting_value: value }: Flag): string {
  const hasRule = typeof attribute === 'string' && typeof value === 'string';
  return hasRule ? why.noMatch(attributeText(attribute), wantedText(value)) : why.noValue;
}
