import type { RequestState } from '@burgee/contracts/http';
import { type Role, roleAtLeast } from '@burgee/contracts/wire';

/** What is stored of where a change request is. `approved` and `out_of_date` follow from what is so now. */
export const STORED_STATES = ['draft', 'in_review', 'applied', 'rejected'] as const;
export type StoredState = (typeof STORED_STATES)[number];

export interface RequestFacts {
  state: StoredState;
  authorId: string;
  /** Who has approved. */
  approverIds: readonly string[];
  /** By user, the roles that members have now. */
  roles: ReadonlyMap<string, Role>;
  /** How many approvals the environment asks for now. */
  needed: number;
  /** Whether each value is still the one that the request began with. */
  isCurrent: boolean;
}

const mayChange = (roles: RequestFacts['roles'], id: string) => {
  const role = roles.get(id);
  return role !== undefined && roleAtLeast(role, 'editor');
};

/** The approvals that count: of others than the author, who may still change flags. */
export const countingApprovals = ({ authorId, approverIds, roles }: RequestFacts): string[] =>
  [...new Set(approverIds)].filter((id) => id !== authorId && mayChange(roles, id));

/** Where a request is. An author who may change nothing any more pauses it: nobody stands behind it. */
export function requestState(facts: RequestFacts): RequestState {
  const { state, authorId, roles, needed, isCurrent } = facts;
  if (state === 'applied' || state === 'rejected') return state;
  if (!mayChange(roles, authorId)) return 'paused';
  if (state === 'draft') return 'draft';
  if (!isCurrent) return 'out_of_date';
  return countingApprovals(facts).length >= needed ? 'approved' : 'in_review';
}
