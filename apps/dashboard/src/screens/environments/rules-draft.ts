import type { EnvironmentView, UpdateEnvironmentRequest } from '@burgee/contracts/http';
import { isFrozen } from '../../environment/is-frozen.js';
import { fromLocalTime, toLocalTime } from '../past/local-time.js';

/** The rules of an environment in its form. */
export interface RulesDraft {
  /** A local time; empty = not frozen. */
  until: string;
  reason: string;
  commentRequired: boolean;
  approvals: number;
}

type Rules = Pick<EnvironmentView, 'frozen_until' | 'freeze_reason' | 'comment_required' | 'approvals'>;

export const rulesDraftOf = (environment: Rules): RulesDraft => ({
  until: isFrozen(environment) && environment.frozen_until ? toLocalTime(environment.frozen_until) : '',
  reason: environment.freeze_reason ?? '',
  commentRequired: environment.comment_required,
  approvals: environment.approvals,
});

/** Only the changed fields, so that another user's change of the other fields stays. */
export function toRulesRequest(draft: RulesDraft, before: RulesDraft): UpdateEnvironmentRequest {
  const [until, reason] = [draft.until, draft.until === '' ? '' : draft.reason.trim()];
  const isLifted = until === '' && before.until !== '';
  return {
    ...(until !== before.until && { frozen_until: fromLocalTime(until) ?? null }),
    ...(reason !== before.reason && !isLifted && { freeze_reason: reason || null }),
    ...(draft.commentRequired !== before.commentRequired && { comment_required: draft.commentRequired }),
    ...(draft.approvals !== before.approvals && { approvals: draft.approvals }),
  };
}
