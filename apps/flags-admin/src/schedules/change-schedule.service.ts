import { SCHEDULE_STEPS_AT_MOST, type ScheduleView, type UpdateScheduleRequest } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { assertInUse, valueState } from '../flags/flag-row.js';
import type { Change } from '../unit-of-work/change.js';
import { changedFields } from '../unit-of-work/changed-fields.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { auditSchedule } from './audit-schedule.js';
import { decideResumed } from './decide-resumed.js';
import { decideSteps } from './decide-steps.js';
import { type LockedSchedule, lockSchedule, writeSchedule } from './schedule.repository.js';
import { ScheduleQuery } from './schedule.query.js';
import { describedSchedule, type ScheduleRow, scheduleTag, tidyName } from './schedule-row.js';

/** The schedule, and the tag from the header If-Match. */
export interface NamedSchedule {
  projectId: string;
  id: string;
  ifMatch?: string;
}

/** Decides the new state of a locked schedule. Undefined when nothing changes. */
type Decide = (actor: CurrentUser, change: Change, locked: LockedSchedule) => ScheduleRow | undefined;

function assertOpen({ status }: ScheduleRow): void {
  if (status === 'scheduled' || status === 'paused') return;
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
  (actor, change, locked) => {
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
      if_late,
      if_changed,
      steps: [...kept, ...waiting],
      next_at: new Date(waiting[0]?.at ?? Number.NaN),
    };
    const [before, after] = [describedSchedule(row), describedSchedule(next)];
    const isSame = JSON.stringify(before) === JSON.stringify(after) && !changedFields(row.expected, next.expected);
    if (isSame && row.author_id === actor.id) return undefined;
    auditSchedule(change, 'schedule_update', locked, { old: before, new: after });
    return next;
  };

function tooManySteps(done: number): DomainError {
  const detail = `steps must be at most ${SCHEDULE_STEPS_AT_MOST}, including the ${done} already done`;
  return new DomainError('invalid_request', `The schedule was refused: ${detail}.`, {
    errors: [{ pointer: '/steps', detail }],
  });
}

const paused: Decide = (_actor, change, locked) => {
  const { row, now } = locked;
  if (row.status === 'paused') return undefined;
  auditSchedule(change, 'schedule_pause', locked, { old: null, new: { schedule_id: row.id, reason: 'member' } });
  const pause = { reason: 'member' as const, detail: 'A member paused it.', at: now.toISOString() };
  return { ...row, status: 'paused', pause };
};

const resumed: Decide = (actor, change, locked) => {
  const { row, now, flag } = locked;
  if (row.status === 'scheduled') return undefined;
  assertInUse(flag);
  const steps = decideResumed(row.steps, row.next_step, now);
  const next = { ...vouchedFor(locked, actor), steps, next_at: new Date(steps[row.next_step]?.at ?? Number.NaN) };
  auditSchedule(change, 'schedule_resume', locked, { old: describedSchedule(row), new: describedSchedule(next) });
  return { ...next, status: 'scheduled', pause: null };
};

const cancelled: Decide = (_actor, change, locked) => {
  const { row, now } = locked;
  auditSchedule(change, 'schedule_cancel', locked, { old: describedSchedule(row), new: null });
  return { ...row, status: 'cancelled', next_at: null, ended_at: now, pause: null };
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

  /** @throws flag_archived, invalid_request, schedule_ended, value_changed */
  edit(actor: CurrentUser, named: NamedSchedule, request: UpdateScheduleRequest): Promise<ScheduleView> {
    return this.change(actor, named, edited(request));
  }

  /** @throws schedule_ended */
  pause(actor: CurrentUser, named: NamedSchedule): Promise<ScheduleView> {
    return this.change(actor, named, paused);
  }

  /** @throws flag_archived, schedule_ended, value_changed */
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
      (manager) => lockSchedule(manager, projectId, id),
      async (change, locked) => {
        assertOpen(locked.row);
        if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== scheduleTag(locked.row))
          throw overtaken(await this.schedules.one(projectId, id, change.manager));
        const next = decide(actor, change, locked);
        if (next) await writeSchedule(change, locked.row, next);
      },
    );
    return this.schedules.one(projectId, id);
  }
}
