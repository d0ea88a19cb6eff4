import type { FlagValueView, FlagView } from '@burgee/contracts/http';
import { bucketOf, evaluate, type EvaluationContext, type Flag, type FlagValue } from '@burgee/evaluation';

/** Stands for the default in the code, which this page does not know. */
const DEFAULTS = { boolean: false, string: '', number: 0, json: null } as const;

/** The row that GET /api/v1/flags would serve. */
export function servedRow(flag: FlagView, value: FlagValueView): Flag {
  const { key, name, type } = flag;
  const { flag_id, is_enabled, rollout_percentage, targeting_attribute, targeting_value, targeting_return_value } =
    value;
  return {
    flag_id,
    key,
    name,
    type,
    is_enabled,
    rollout_percentage,
    targeting_attribute,
    targeting_value,
    targeting_return_value,
  };
}

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
  const { value, reason, variant, errorCode } = evaluate<FlagValue>(
    [row],
    row.key,
    DEFAULTS[row.type],
    context,
    row.type,
  );
  const subject = subjectOf(context);
  const bucket = subject === undefined ? undefined : bucketOf(row.key, subject);
  const fromRule = variant === 'targeted' && row.targeting_return_value !== null;
  const known = row.type === 'boolean' ? errorCode !== 'PARSE_ERROR' : fromRule;
  return {
    row,
    value: known ? value : undefined,
    reason: errorCode ?? reason,
    why: describeReason(row, reason, errorCode, bucket),
    bucket,
  };
}

function describeReason(row: Flag, reason: string, errorCode: string | undefined, bucket: number | undefined): string {
  const share = row.rollout_percentage;
  switch (errorCode ?? reason) {
    case 'DISABLED':
      return 'It is switched off here.';
    case 'TARGETING_MATCH':
      return `The rule matches: ${row.targeting_attribute} is ${row.targeting_value}.`;
    case 'PARSE_ERROR':
      return `The rule matches, but its value is not a ${row.type}.`;
  }
  if (row.type !== 'boolean') return `No rule matches, and a ${row.type} comes from a rule alone.`;
  switch (errorCode ?? reason) {
    case 'STATIC':
      return 'It is on for everybody.';
    case 'DEFAULT':
      return 'It is on for 0 %, which is nobody.';
    case 'SPLIT':
      return bucket !== undefined && bucket < share
        ? `Bucket ${bucket} is below ${share}, so this one is among the ${share} %.`
        : `Bucket ${bucket} is not below ${share}, so this one is not among the ${share} %.`;
    case 'TARGETING_KEY_MISSING':
      return `It is on for ${share} %, counted by targetingKey. This context has none.`;
    default:
      return errorCode ?? reason;
  }
}
