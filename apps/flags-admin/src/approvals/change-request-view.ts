import type { ChangeRequestView, RequestedPlan } from '@burgee/contracts/http';
import { type NamesOfPeople, type ValueState, valueState } from '../flags/flag-row.js';
import { isChangedSince, type StoredPlan } from '../schedules/plan.js';
import {
  type ChangeRequestRow,
  type MembersById,
  neededFor,
  placeOf,
  type PresentValue,
  requestTag,
} from './change-request-row.js';
import { countingApprovals, type RequestFacts, requestState } from './request-state.js';

interface Context {
  present: ReadonlyMap<string, PresentValue>;
  names: NamesOfPeople;
  members: MembersById;
}

/** @param present the values of flags that are not archived, by environment and flag */
export function planView(
  { environment_id }: Pick<ChangeRequestRow, 'environment_id'>,
  plan: StoredPlan,
  present: ReadonlyMap<string, ValueState>,
): RequestedPlan {
  const now = present.get(placeOf({ environment_id, flag_id: plan.flag_id }));
  const current = now ? valueState(now) : null;
  return { ...plan, current, is_changed: current === null || isChangedSince(plan, current) };
}

/** A request for the API, with both sides of each value and the current state. */
export function changeRequestView(
  row: ChangeRequestRow,
  facts: RequestFacts,
  { present, names, members }: Context,
): ChangeRequestView {
  const counting = new Set(countingApprovals(facts));
  const author = members.get(row.author_id);
  const submitted = row.changes[0]?.environment_name ?? row.environment_name;
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    id: row.id,
    project_id: row.project_id,
    environment_id: row.environment_id,
    environment_name: row.environment_name,
    former_environment_name: submitted === row.environment_name ? null : submitted,
    state: requestState(facts),
    author_id: row.author_id,
    author_name: nameOf(row.author_id),
    author_joined_at: author?.created_at.toISOString() ?? null,
    comment: row.comment,
    approvals_needed: neededFor(row),
    approvals: row.approvals.map(({ user_id, approved_at }) => ({
      user_id,
      user_name: nameOf(user_id),
      approved_at,
      counts: counting.has(user_id),
      joined_at: members.get(user_id)?.created_at.toISOString() ?? null,
      invited_by_author: members.get(user_id)?.invited_by === row.author_id,
      invited_author: author?.invited_by === user_id,
    })),
    changes: row.changes.map(({ flag_id, key, type, action = 'update' as const, from, from_tag, to }) => {
      const now = present.get(placeOf({ environment_id: row.environment_id, flag_id }));
      const current = now ? valueState(now) : null;
      return { flag_id, key, type, action, from, to, current, is_changed: now?.updated_at.toISOString() !== from_tag };
    }),
    plan: row.plan && planView(row, row.plan, present),
    tag: requestTag(row),
    created_at: row.created_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    closed_by_id: row.closed_by,
    closed_by_name: nameOf(row.closed_by),
  };
}
