import type { RequestAction, RequestState } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { type RequestFacts, requestState, type StoredState } from './request-state.js';

export interface DecidedAction {
  state: StoredState;
  approverIds: readonly string[];
  /** The values as they are now become those that the request begins with. */
  rebases: boolean;
}

/** In which states each may be done. */
const FROM: Record<RequestAction, readonly RequestState[]> = {
  submit: ['draft', 'out_of_date'],
  approve: ['in_review', 'approved'],
  reject: ['draft', 'in_review', 'approved', 'out_of_date', 'paused'],
  apply: ['approved'],
};

const WHY_NOT: Record<RequestState, string> = {
  draft: 'It is a draft. Its author submits it first.',
  in_review: 'It is in review, and waits for approvals.',
  approved: 'It is approved already.',
  out_of_date: 'A value was changed since it was submitted. Look at both sides; its author submits it again.',
  paused: 'Its author may not change flags here any more. Somebody else makes it anew.',
  applied: 'It is applied already.',
  rejected: 'It is rejected.',
};

/**
 * What an action makes of a request.
 * @throws request_not_ready when it is not the time for it, role_too_low when it is for the author alone, or for everybody else
 */
export function decideAction(facts: RequestFacts, action: RequestAction, actorId: string): DecidedAction {
  const state = requestState(facts);
  const { approverIds, authorId } = facts;
  const isAuthor = actorId === authorId;
  if (!FROM[action].includes(state)) throw new DomainError('request_not_ready', WHY_NOT[state]);
  if (action === 'submit' && !isAuthor)
    throw new DomainError('role_too_low', 'Only its author submits a change request.');
  if (action === 'approve' && isAuthor)
    throw new DomainError('role_too_low', 'Nobody approves a change request of their own.');
  switch (action) {
    case 'submit':
      return { state: 'in_review', approverIds: [], rebases: true };
    case 'approve':
      return { state: 'in_review', approverIds: [...new Set([...approverIds, actorId])], rebases: false };
    case 'reject':
      return { state: 'rejected', approverIds, rebases: false };
    default:
      return { state: 'applied', approverIds, rebases: false };
  }
}
