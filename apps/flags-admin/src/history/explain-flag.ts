import type { ExplainedFlag } from '@burgee/contracts/http';
import type { ServedFlag } from '@burgee/contracts/wire';
import { attributeText, bucketOf, evaluate, type EvaluationContext } from '@burgee/evaluation';
import { valueState } from '../flags/flag-row.js';

/**
 * The decision of a client for a flag and a context, with the reason. The client's default is unknown here, so in that
 * case the value is missing.
 */
export function explainFlag(flag: ServedFlag, context: EvaluationContext): Omit<ExplainedFlag, 'set_by'> {
  const { value, reason, variant, errorCode } = evaluate<unknown>([flag], flag.key, undefined, context, flag.type);
  const subject = attributeText(context, 'targetingKey');
  return {
    flag_id: flag.flag_id,
    key: flag.key,
    type: flag.type,
    ...(value !== undefined && { value }),
    reason: reason as ExplainedFlag['reason'],
    ...(variant && { variant }),
    ...(errorCode && { error_code: errorCode as ExplainedFlag['error_code'] }),
    bucket: subject ? bucketOf(flag.key, subject) : null,
    set: valueState(flag),
  };
}
