import type { CurrentUser } from '@burgee/session';
import { notFound } from '@burgee/service-kit';
import { v7 as uuidv7 } from 'uuid';
import type { ChangeRules } from '../change-rules/change-rules.js';
import { readRules } from '../change-rules/read-rules.js';
import { roomForRequest } from '../quotas/quotas.js';
import type { Change } from '../unit-of-work/change.js';
import { decideStart } from './decide-start.js';
import { approvedParts, planOf, planTag, type StoredPlan, withoutPlan, withPlan } from './plan.js';
import { endRequestNotices, notifyOfRequest } from './plan-notices.js';
import type { LockedSchedule } from './schedule.repository.js';
import type { ScheduleRow } from './schedule-row.js';

type Located = Pick<LockedSchedule, 'flag' | 'value' | 'now'>;

/** The rules of the schedule's environment, locked until the transaction ends. */
export async function rulesOf(change: Change, { value }: Pick<Located, 'value'>): Promise<ChangeRules> {
  const [rules] = await readRules(change.manager, [value.environment_id]);
  if (!rules) throw notFound();
  return rules;
}

/**
 * Starts a new, edited or unapproved schedule, or submits it as a plan where the environment requires approvals.
 * @param wanted as it would run without approvals
 * @throws comment_required, invalid_request, quota_exceeded, role_too_low
 */
export async function startSchedule(
  change: Change,
  actor: CurrentUser,
  { rules, ...located }: Located & { rules: ChangeRules },
  wanted: ScheduleRow,
): Promise<ScheduleRow> {
  const { bypassReason } = actor.note ?? {};
  const start = decideStart(rules, { role: change.role, comment: wanted.comment, bypassReason });
  if (start.kind === 'free') {
    await closeRequest(change, located, wanted, { state: 'rejected', by: actor.id });
    return { ...wanted, steps: withoutPlan(wanted), approval: null };
  }
  const plan = planOf(wanted, located, await followsOthers(change, wanted));
  const planned = { ...wanted, steps: withPlan(wanted, plan), pause: wanted.status === 'paused' ? wanted.pause : null };
  if (start.kind === 'review') {
    const id = await submitPlan(change, located, wanted, plan);
    return { ...planned, status: 'in_review', pause: null, change_request_id: id, approval: null };
  }
  change.approvePlan(rules.id, start.reason);
  await closeRequest(change, located, wanted, { state: 'applied', by: actor.id, plan });
  return {
    ...planned,
    approval: {
      change_request_id: null,
      approved_at: located.now.toISOString(),
      author_id: actor.id,
      approver_ids: [],
      bypass_reason: start.reason,
      content_sha256: planTag(wanted, plan),
      ...approvedParts(wanted),
    },
  };
}

/** Whether another schedule of the value has steps before the last one of this. */
export async function followsOthers({ manager }: Change, row: ScheduleRow): Promise<boolean> {
  const others = await manager.sql<unknown[]>`
    select from flags.schedules
    where flag_id = ${row.flag_id} and environment_id = ${row.environment_id} and id <> ${row.id}
      and ended_at is null and next_at <= ${row.steps.at(-1)?.at ?? null}::timestamptz
    limit 1`;
  return others.length > 0;
}

/** Requests approval, or submits its open request again. @returns the id of the request @throws quota_exceeded */
export async function submitPlan(
  change: Change,
  located: Pick<Located, 'flag' | 'value'>,
  row: ScheduleRow,
  plan: StoredPlan,
): Promise<string> {
  const { manager } = change;
  const [resubmitted] = await manager.sql<[{ id: string }[], number]>`
    update flags.change_requests
    set plan = ${JSON.stringify(plan)}::jsonb, state = 'in_review', approvals = '[]', author_id = ${row.author_id},
        comment = ${row.comment}
    where id = ${row.change_request_id}::uuid and closed_at is null
    returning id`;
  const id = resubmitted[0]?.id ?? uuidv7();
  if (resubmitted.length === 0) {
    await roomForRequest(manager, row.project_id);
    await manager.sql`
      insert into flags.change_requests (id, project_id, environment_id, author_id, comment, state, changes, plan)
      values (${id}, ${row.project_id}, ${row.environment_id}, ${row.author_id}, ${row.comment}, 'in_review', '[]',
              ${JSON.stringify(plan)}::jsonb)`;
  }
  auditRequest(change, located, { change_request: id, state: 'in_review', schedule_id: row.id });
  notifyOfRequest(change, { ...located, row: { ...row, change_request_id: id } });
  return id;
}

/** Ends the open request of a schedule, if it has one. */
export async function closeRequest(
  change: Change,
  located: Pick<Located, 'flag' | 'value'>,
  { id, change_request_id }: Pick<ScheduleRow, 'id' | 'change_request_id'>,
  { state, by, plan }: { state: 'applied' | 'rejected'; by: string; plan?: StoredPlan },
): Promise<void> {
  if (change_request_id === null) return;
  const [closed] = await change.manager.sql<[unknown[], number]>`
    update flags.change_requests
    set state = ${state}, closed_at = clock_timestamp(), closed_by = ${by},
        plan = coalesce(${plan ? JSON.stringify(plan) : null}::jsonb, plan)
    where id = ${change_request_id} and closed_at is null
    returning id`;
  endRequestNotices(change, id);
  if (closed.length > 0) auditRequest(change, located, { change_request: change_request_id, state, schedule_id: id });
}

/**
 * Whether approval of a plan in review is requested. A replica of the previous release may have closed its request without
 * starting it.
 */
export async function isRequested({ manager }: Change, { change_request_id }: ScheduleRow): Promise<boolean> {
  const open = await manager.sql<unknown[]>`
    select from flags.change_requests where id = ${change_request_id}::uuid and closed_at is null`;
  return open.length > 0;
}

/** While its schedule is paused, nobody is asked to approve its plan. */
export async function withdrawToDraft(change: Change, located: Located, row: ScheduleRow): Promise<void> {
  const [drafted] = await change.manager.sql<[unknown[], number]>`
    update flags.change_requests set state = 'draft', approvals = '[]'
    where id = ${row.change_request_id}::uuid and closed_at is null and state = 'in_review'
    returning id`;
  const state = 'draft';
  endRequestNotices(change, row.id);
  if (drafted.length > 0)
    auditRequest(change, located, { change_request: row.change_request_id, state, schedule_id: row.id });
}

/** An entry on the request of a plan, which is also in the history of the flag. */
export function auditRequest(
  change: Change,
  { flag, value }: Pick<Located, 'flag' | 'value'>,
  values: Record<string, unknown>,
): void {
  change.audit({
    action: 'change_request_update',
    project_id: flag.project_id,
    flag_id: flag.id,
    flag_key: flag.key,
    environment_id: value.environment_id,
    environment_name: value.environment_name,
    old_values: null,
    new_values: { flags: 1, ...values },
  });
}
