import { isDeepStrictEqual } from 'node:util';
import { SCHEDULE_STEPS_AT_MOST, type ScheduleView, type UpdateScheduleRequest } from '@burgee/contracts/http';
import { DomainError, type MemberRoles, roleIn, standingIn } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { uncommented } from '../change-rules/change-rules.js';
import { assertInUse, valueState } from '../flags/flag-row.js';
import type { Change } from '../unit-of-work/change.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { auditSchedule, cancelSchedule } from './audit-schedule.js';
import { decideAuthor, running } from './decide-resumed.js';
import { decideSteps } from './decide-steps.js';
import { pauseSchedule } from './pause-schedule.js';
import { approvalOf, isChangedSince, notApprovedYet } from './plan.js';
import { notifyAuthor } from './plan-notices.js';
import { type LockedSchedule, lockSchedule, writeSchedule } from './schedule.repository.js';
import { ScheduleQuery } from './schedule.query.js';
import { describedSchedule, type ScheduleRow, scheduleTag, tidyName } from './schedule-row.js';
import { closeRequest, isRequested, rulesOf, startSchedule, withdrawToDraft } from './start-schedule.js';

/** The schedule, and the tag from the header If-Match. */
export interface NamedSchedule {
  projectId: string;
  id: string;
  ifMatch?: string;
}

/** Decides and prepares the new state of a locked schedule. Undefined when nothing changes. */
type Decide = (change: Change, actor: CurrentUser, locked: LockedSchedule) => Promise<ScheduleRow | undefined>;

function assertOpen({ status, ended_at }: ScheduleRow): void {
  if (ended_at === null) return;
  throw new DomainError('schedule_ended', `This schedule is ${status} and cannot be changed. Create another one.`);
}

/** The last editor becomes the author: the schedule runs in that account's name. */
const vouchedFor = ({ row, value }: LockedSchedule, actor: CurrentUser): ScheduleRow => ({
  ...row,
  author_id: actor.id,
  expected: valueState(value),
});

const edited =
  (request: UpdateScheduleRequest): Decide =>
  async (change, actor, locked) => {
    const { row, now, flag } = locked;
    assertInUse(flag);
    const { steps, if_late = row.if_late, if_changed = row.if_changed } = request;
    const kept = row.steps.slice(0, row.next_step);
    if (steps && kept.length + steps.length > SCHEDULE_STEPS_AT_MOST) throw tooManySteps(kept.length);
    const waiting = steps
      ? decideSteps(steps, { now, value: valueState(locked.value), type: flag.type })
      : row.steps.slice(row.next_step);
    const next = {
      ...vouchedFor(locked, actor),
      name: request.name === undefined ? row.name : tidyName(request.name),
      comment: actor.note?.comment ?? row.comment,
      if_late,
      if_changed,
      steps: [...kept, ...waiting],
      next_at: new Date(waiting[0]?.at ?? Number.NaN),
    };
    const rules = await rulesOf(change, locked);
    const [before, after] = [describedSchedule(row), describedSchedule(next)];
    const isSame = isDeepStrictEqual(before, after) && !isChangedSince({ from: row.expected }, next.expected);
    const isStarted = rules.approvals === 0 ? row.status !== 'in_review' : await isVouchedFor(change, row, actor);
    if (isSame && row.comment === next.comment && row.author_id === actor.id && isStarted) return undefined;
    auditSchedule(change, 'schedule_update', locked, { old: before, new: after });
    const wanted = row.status === 'in_review' ? running(next, now) : next;
    return startSchedule(change, actor, { ...locked, rules }, wanted);
  };

/** Whether its plan is approved, or asks for that and is not overridden now. */
async function isVouchedFor(change: Change, row: ScheduleRow, { note }: CurrentUser): Promise<boolean> {
  if (row.status !== 'in_review') return approvalOf(row) !== undefined;
  return note?.bypassReason === undefined && isRequested(change, row);
}

function tooManySteps(done: number): DomainError {
  const detail = `steps must be at most ${SCHEDULE_STEPS_AT_MOST}, including the ${done} already done`;
  return new DomainError('invalid_request', `The schedule was refused: ${detail}.`, {
    errors: [{ pointer: '/steps', detail }],
  });
}

const paused: Decide = async (change, actor, locked) => {
  const { row } = locked;
  if (row.status === 'paused') return undefined;
  if (row.status === 'in_review') await withdrawToDraft(change, locked, row);
  return pauseSchedule(change, locked, { reason: 'member', detail: 'A member paused it.', by: actor.id });
};

const resumed: Decide = async (change, actor, locked) => {
  const { row, now, flag } = locked;
  if (row.status === 'scheduled') return undefined;
  assertInUse(flag);
  const rules = await rulesOf(change, locked);
  const { note } = actor;
  const waits = row.status === 'in_review' && rules.approvals > 0 && note?.bypassReason === undefined;
  if (waits && (await isRequested(change, row))) throw notApprovedYet(rules.name);
  const author = await authorOfApproved(change, actor, locked);
  const vouched = vouchedFor(locked, actor);
  const next = running({ ...vouched, comment: row.comment ?? note?.comment ?? null }, now);
  if (rules.comment_required && next.comment === null) throw uncommented(rules);
  auditSchedule(change, 'schedule_resume', locked, { old: describedSchedule(row), new: describedSchedule(next) });
  if (author !== undefined) return { ...next, author_id: author };
  return startSchedule(change, actor, { ...locked, rules }, next);
};

/**
 * Who is the author of a paused plan that stays approved; undefined when it has no approval or needs another one. Nobody
 * approved its steps for a value that someone changed meanwhile, unless the plan says that it runs anyway.
 */
async function authorOfApproved(
  { manager, roles }: Change,
  actor: CurrentUser,
  { row, value }: LockedSchedule,
): Promise<string | undefined> {
  const approval = approvalOf(row);
  if (!approval) return undefined;
  if (row.if_changed !== 'run' && isChangedSince({ from: row.expected }, valueState(value))) return undefined;
  const [author] = await manager.sql<MemberRoles[]>`
    select role, environment_roles from flags.actors
    where project_id = ${row.project_id} and user_id = ${row.author_id}
      and user_id not in (select user_id from session_read.inactive_user_v1)`;
  const roleOf = (member: MemberRoles | undefined) => member && roleIn(standingIn(member, row.environment_id));
  return decideAuthor(approval, { id: actor.id, role: roleOf(roles) }, { id: row.author_id, role: roleOf(author) });
}

const cancelled: Decide = async (change, actor, locked) => {
  notifyAuthor(change, 'plan_cancelled', locked, actor.id);
  await closeRequest(change, locked, locked.row, { state: 'rejected', by: actor.id });
  return cancelSchedule(change, locked);
};

function overtaken(current: ScheduleView): DomainError {
  const detail = 'The schedule was changed since you read it. Check `current`, then try again.';
  return new DomainError('value_changed', detail, { current });
}

/** Edits, pauses, resumes or cancels a schedule that has not ended. */
@Injectable()
export class ChangeScheduleService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly schedules: ScheduleQuery,
  ) {}

  /** @throws comment_required, flag_archived, invalid_request, quota_exceeded, role_too_low, schedule_ended, value_changed */
  edit(actor: CurrentUser, named: NamedSchedule, request: UpdateScheduleRequest): Promise<ScheduleView> {
    return this.change(actor, named, edited(request));
  }

  /** @throws schedule_ended */
  pause(actor: CurrentUser, named: NamedSchedule): Promise<ScheduleView> {
    return this.change(actor, named, paused);
  }

  /** @throws approval_required, comment_required, flag_archived, invalid_request, quota_exceeded, role_too_low, schedule_ended, value_changed */
  resume(actor: CurrentUser, named: NamedSchedule): Promise<ScheduleView> {
    return this.change(actor, named, resumed);
  }

  /** @throws schedule_ended */
  cancel(actor: CurrentUser, named: NamedSchedule): Promise<ScheduleView> {
    return this.change(actor, named, cancelled);
  }

  private async change(actor: CurrentUser, named: NamedSchedule, decide: Decide): Promise<ScheduleView> {
    const { projectId, id, ifMatch } = named;
    await this.unitOfWork.lockAndRun(
      actor,
      async (manager) => {
        // Concurrent change requests count after this lock.
        await lockProject(manager, projectId);
        return lockSchedule(manager, projectId, id);
      },
      async (change, locked) => {
        change.touch(locked.row.environment_id);
        assertOpen(locked.row);
        if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== scheduleTag(locked.row))
          throw overtaken(await this.schedules.one(projectId, id, change.manager));
        const next = await decide(change, actor, locked);
        if (!next) return;
        if (next.author_id !== locked.row.author_id) notifyAuthor(change, 'plan_taken_over', locked, actor.id);
        await writeSchedule(change, locked.row, next);
      },
    );
    return this.schedules.one(projectId, id);
  }
}
