import type { RequestAction, RequestedPlan, RequestState } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { countingApprovals, type RequestFacts, requestState, type StoredState } from './request-state.js';

export interface DecidedAction {
  state: StoredState;
  approverIds: readonly string[];
  /** Whether the request starts from the present values. */
  rebases: boolean;
}

/** The states in which each action is allowed. */
const FROM: Record<RequestAction, readonly RequestState[]> = {
  submit: ['draft', 'out_of_date'],
  approve: ['in_review', 'approved'],
  reject: ['draft', 'in_review', 'approved', 'out_of_date', 'paused'],
  apply: ['approved'],
};

const WHY_NOT: Record<RequestState, string> = {
  draft: 'This request is a draft. Its author has to submit it first.',
  in_review: 'This request is still waiting for approvals.',
  approved: 'This request is already approved. Apply or reject it.',
  out_of_date: 'A value changed since this request was submitted. Its author has to review and submit it again.',
  paused: 'The author of this request can no longer change flags here. Someone else has to create a new request.',
  applied: 'This request is already applied.',
  rejected: 'This request was rejected. Create a new one.',
};

/** Whether an action vouches for the content of a request. */
export const vouches = (action: RequestAction): boolean => action === 'approve' || action === 'apply';

/** The content of a request as it is now. A plan shows both sides of a changed value. */
export interface SeenContent {
  tag: string;
  plan?: RequestedPlan;
}

/**
 * @param ifMatch the tag of the request as the client read it
 * @throws precondition_required, and value_changed when the author has resubmitted the request with other values
 */
export function assertSeen(action: RequestAction, ifMatch: string | undefined, current: SeenContent): void {
  if (ifMatch === current.tag || (ifMatch === undefined && !vouches(action))) return;
  if (ifMatch === undefined)
    throw new DomainError(
      'precondition_required',
      'Approve and apply need the version that you have read. Read the change request and send its "tag" as "if_match".',
    );
  const detail = 'The request was submitted again with other values since you read it. Read it again, then decide.';
  throw new DomainError('value_changed', detail, { current });
}

/** @throws value_changed when someone wants to approve a plan that starts from another value than the present one */
export function assertPlanIsCurrent(action: RequestAction, facts: RequestFacts, current: SeenContent): void {
  if (!current.plan || !vouches(action) || requestState(facts) !== 'out_of_date') return;
  throw new DomainError('value_changed', WHY_NOT.out_of_date, { current });
}

/**
 * Decides an action on a request.
 * @throws request_not_ready in the wrong state, role_too_low when the action is limited to the author or excludes the
 * author
 */
export function decideAction(facts: RequestFacts, action: RequestAction, actorId: string): DecidedAction {
  const state = requestState(facts);
  const { approverIds, authorId } = facts;
  const isAuthor = actorId === authorId;
  if (!FROM[action].includes(state)) throw new DomainError('request_not_ready', WHY_NOT[state]);
  if (action === 'submit' && !isAuthor)
    throw new DomainError('role_too_low', 'Only the author of a change request can submit it.');
  if (action === 'approve' && isAuthor && !facts.isOwnEnough)
    throw new DomainError('role_too_low', 'You cannot approve your own change request. Ask someone else.');
  switch (action) {
    case 'submit':
      return { state: 'in_review', approverIds: [], rebases: true };
    case 'approve': {
      const approvers = [...new Set([...approverIds, actorId])];
      const starts = facts.isPlan && countingApprovals({ ...facts, approverIds: approvers }).length >= facts.needed;
      return { state: starts ? 'applied' : 'in_review', approverIds: approvers, rebases: false };
    }
    case 'reject':
      return { state: 'rejected', approverIds, rebases: false };
    default:
      return { state: 'applied', approverIds, rebases: false };
  }
}
