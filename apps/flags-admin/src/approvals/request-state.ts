import type { RequestState } from '@burgee/contracts/http';
import { may, type Role } from '@burgee/contracts/wire';

/** The stored states. `approved` and `out_of_date` are computed. */
export const STORED_STATES = ['draft', 'in_review', 'applied', 'rejected'] as const;
export type StoredState = (typeof STORED_STATES)[number];

export interface RequestFacts {
  state: StoredState;
  authorId: string;
  /** The members who have approved. */
  approverIds: readonly string[];
  /** The present roles of members in the environment, by user. */
  roles: ReadonlyMap<string, Role>;
  /** The number of approvals that the environment requires now. */
  needed: number;
  /** Whether a token asked for it, so that a person has to vouch, whatever its token may do now. */
  isAsked: boolean;
  /** Whether the account whose token asked may approve: no rule asks for someone else. */
  isOwnEnough: boolean;
  /** Whether it is for a plan, which the last approval starts. */
  isPlan: boolean;
  /** Whether each value is still the same as at submission. */
  isCurrent: boolean;
}

const mayChange = (roles: RequestFacts['roles'], id: string) => {
  const role = roles.get(id);
  return role !== undefined && may({ role }, 'approve_change');
};

/** The approvals of members other than the author who can still edit. */
export const countingApprovals = ({ authorId, approverIds, roles, isOwnEnough }: RequestFacts): string[] =>
  [...new Set(approverIds)].filter((id) => (isOwnEnough || id !== authorId) && mayChange(roles, id));

/** The state of a request. It is paused while its author can no longer edit. */
export function requestState(facts: RequestFacts): RequestState {
  const { state, authorId, roles, needed, isAsked, isCurrent } = facts;
  if (state === 'applied' || state === 'rejected') return state;
  if (!isAsked && !mayChange(roles, authorId)) return 'paused';
  if (state === 'draft') return 'draft';
  if (!isCurrent) return 'out_of_date';
  return countingApprovals(facts).length >= needed ? 'approved' : 'in_review';
}
