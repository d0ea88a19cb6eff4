import { createHash } from 'node:crypto';
import type { RequestedChange, RequestedDeed } from '@burgee/contracts/http';
import { type FlagType, type MemberRoles, roleIn, standingIn } from '@burgee/contracts/wire';
import canonicalize from 'canonicalize';
import type { EntityManager } from 'typeorm';
import { type ValueState, valueState } from '../flags/flag-row.js';
import { isChangedSince, planTag, type StoredPlan } from '../schedules/plan.js';
import type { RequestFacts, StoredState } from './request-state.js';

/** The change of one flag in a request. */
export interface StoredChange {
  flag_id: string;
  key: string;
  type: FlagType;
  /** Absent for a change of the value. */
  action?: Exclude<RequestedDeed, 'update'>;
  patch?: RequestedChange['patch'];
  from: ValueState;
  /** The `updated_at` of the value at submission. */
  from_tag: string;
  /** Null for another action: a replica of the previous release fails on it, and would otherwise apply nothing. */
  to: ValueState | null;
  /** As the author saw it. Requests from before do not have it. */
  environment_name?: string;
}

export interface ChangeRequestRow {
  id: string;
  project_id: string;
  environment_id: string;
  environment_name: string;
  needed: number;
  /** Whether it asks for what is beyond the limits of a token. It needs a person. */
  asked: boolean;
  comment_required: boolean;
  author_id: string;
  comment: string | null;
  state: StoredState;
  /** Empty if the request is for a plan. */
  changes: StoredChange[];
  plan: StoredPlan | null;
  /** Of a plan with the hash of what was approved: a replica of the previous release shows no plan. */
  approvals: { user_id: string; approved_at: string; content_sha256?: string }[];
  created_at: Date;
  closed_at: Date | null;
  closed_by: string | null;
}

/** SQL columns of a request `r` and its environment `e`. */
export const REQUEST_COLUMNS = (): string =>
  `r.id, r.project_id, r.environment_id, e.name as environment_name, e.approvals as needed, e.comment_required, r.asked, r.author_id,
   r.comment, r.state, r.changes, r.plan, r.approvals, r.created_at, r.closed_at, r.closed_by`;

/** The value of a flag that is not archived, or that a request deletes or unarchives. */
export type PresentValue = ValueState & { flag_id: string; environment_id: string; updated_at: Date };

/** The present values of the flags in requests, by environment and flag. */
export async function presentValues(
  manager: EntityManager,
  requests: readonly Pick<ChangeRequestRow, 'environment_id' | 'changes' | 'plan'>[],
): Promise<ReadonlyMap<string, PresentValue>> {
  const pairs = requests.flatMap((request) =>
    flagIdsOf(request).map((flag_id) => ({
      environment_id: request.environment_id,
      flag_id,
      archived: takesArchived(request, flag_id),
    })),
  );
  const rows = await manager.sql<PresentValue[]>`
    select v.flag_id, v.environment_id, v.is_enabled, v.rollout_percentage, v.targeting_attribute, v.targeting_value,
           v.targeting_return_value, v.updated_at, v.served
    from flags.flag_values v join flags.flags f on f.id = v.flag_id
    where (v.environment_id, v.flag_id) in (
      select environment_id, flag_id
      from json_to_recordset(${JSON.stringify(pairs)}::json) as p(environment_id uuid, flag_id uuid, archived boolean)
      where p.archived or f.archived_at is null)`;
  return new Map(rows.map((row) => [placeOf(row), row]));
}

export const flagIdsOf = ({ changes, plan }: Pick<ChangeRequestRow, 'changes' | 'plan'>): string[] =>
  plan ? [plan.flag_id] : changes.map(({ flag_id }) => flag_id);

/** For the history: the number of its flags, and their keys when they were requested. */
export const flagsOf = (changes: readonly StoredChange[]) => ({
  flags: changes.length,
  flag_keys: changes.map(({ key }) => key),
});

/** Whether a request may act on an archived flag: it can be deleted or unarchived, and not changed otherwise. */
export const takesArchived = ({ changes }: Pick<ChangeRequestRow, 'changes'>, flagId: string): boolean =>
  changes.some(({ flag_id, action }) => flag_id === flagId && (action === 'delete' || action === 'unarchive'));

export const placeOf = ({ environment_id, flag_id }: { environment_id: string; flag_id: string }) =>
  `${environment_id} ${flag_id}`;

export interface MembershipRow extends MemberRoles {
  user_id: string;
  created_at: Date;
  invited_by: string | null;
}
export type MembersById = ReadonlyMap<string, MembershipRow>;

/** Those who can sign in. The lock on the actor's role also blocks changes of other roles. */
export async function membersIn(
  manager: EntityManager,
  projectId: string,
  userIds: readonly string[],
): Promise<MembersById> {
  const rows = await manager.sql<MembershipRow[]>`
    select user_id, role, environment_roles, created_at, invited_by from flags.actors
    where project_id = ${projectId} and user_id = any(${userIds}::uuid[])
      and user_id not in (select user_id from session_read.inactive_user_v1)`;
  return new Map(rows.map((row) => [row.user_id, row]));
}

export const peopleOf = ({ author_id, approvals, closed_by }: ChangeRequestRow): string[] => [
  author_id,
  ...approvals.map(({ user_id }) => user_id),
  ...(closed_by === null ? [] : [closed_by]),
];

/**
 * The hash of a request's content. Resubmitting it with other values changes the tag. It is canonical JSON, so that
 * anyone can compute the hash that entries of the history keep.
 */
export function requestTag(
  request: Pick<ChangeRequestRow, 'environment_id' | 'author_id' | 'comment'> & {
    changes: readonly Pick<StoredChange, 'flag_id' | 'from' | 'to' | 'action'>[];
    plan?: StoredPlan | null;
  },
): string {
  const { environment_id, changes, plan } = request;
  if (plan) return planTag(request, plan);
  const content = {
    environment_id,
    changes: changes.map(({ flag_id, from, to, action }) => ({ flag_id, from, to, ...(action && { action }) })),
  };
  return createHash('sha256')
    .update(String(canonicalize(content)))
    .digest('hex');
}

type Present = ReadonlyMap<string, ValueState & { updated_at: Date }>;

/** What a token asks for needs one approval, even where the environment requires none. */
export const neededFor = ({ needed, asked }: Pick<ChangeRequestRow, 'needed' | 'asked'>): number =>
  Math.max(needed, asked ? 1 : 0);

export const factsOf = (row: ChangeRequestRow, members: MembersById, present: Present): RequestFacts => ({
  state: row.state,
  authorId: row.author_id,
  approverIds: approvalsOf(row).map(({ user_id }) => user_id),
  roles: new Map([...members].map(([id, member]) => [id, roleIn(standingIn(member, row.environment_id))])),
  needed: neededFor(row),
  isAsked: row.asked,
  isOwnEnough: row.asked && row.needed === 0,
  isPlan: row.plan !== null,
  isCurrent: isCurrent(row, present),
});

/** The approvals of the present content. */
export function approvalsOf(row: ChangeRequestRow): ChangeRequestRow['approvals'] {
  if (!row.plan) return row.approvals;
  const tag = requestTag(row);
  return row.approvals.filter(({ content_sha256 }) => content_sha256 === tag);
}

/** A plan that runs whatever the value is stays true: it says which values it sets. */
function isCurrent({ environment_id, changes, plan }: ChangeRequestRow, present: Present): boolean {
  if (plan) {
    const value = present.get(placeOf({ environment_id, flag_id: plan.flag_id }));
    return value !== undefined && (plan.if_changed !== 'pause' || !isChangedSince(plan, valueState(value)));
  }
  return changes.every(
    ({ flag_id, from_tag }) => present.get(placeOf({ environment_id, flag_id }))?.updated_at.toISOString() === from_tag,
  );
}
