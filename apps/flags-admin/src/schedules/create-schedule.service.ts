import type { CreateScheduleRequest, ScheduleView } from '@burgee/contracts/http';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { assertInUse, valueState } from '../flags/flag-row.js';
import { lockFlagAndValue } from '../flags/lock-flag.js';
import { Quotas } from '../quotas/quotas.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { assertMayServe } from '../unit-of-work/store-messages.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { auditSchedule } from './audit-schedule.js';
import { decideSteps } from './decide-steps.js';
import { insertSchedule } from './schedule.repository.js';
import { ScheduleQuery } from './schedule.query.js';
import { describedSchedule, type ScheduleRow, tidyName } from './schedule-row.js';
import { rulesOf, startSchedule } from './start-schedule.js';

/** The flag, the environment and the project. */
interface ScheduledFlag extends Pick<Membership, 'projectId'> {
  flagId: string;
  environmentId: string;
}

@Injectable()
export class CreateScheduleService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly schedules: ScheduleQuery,
  ) {}

  /** @throws comment_required, invalid_request, flag_archived, quota_exceeded, role_too_low */
  async create(actor: CurrentUser, place: ScheduledFlag, request: CreateScheduleRequest): Promise<ScheduleView> {
    const { projectId, flagId, environmentId } = place;
    const id = uuidv7();
    await this.unitOfWork.run(actor, async (change) => {
      change.touch(environmentId);
      const { manager } = change;
      await lockProject(manager, projectId);
      const locked = await lockFlagAndValue(manager, flagId, environmentId);
      assertInUse(locked.flag);
      await this.quotas.roomForSchedule(manager, projectId);
      const [clock] = await manager.sql<{ now: Date }[]>`select clock_timestamp()::timestamptz(3) as now`;
      const now = clock?.now ?? new Date(Number.NaN);
      const value = valueState(locked.value);
      assertMayServe(actor.token, value);
      const steps = decideSteps(request.steps, { now, value, type: locked.flag.type });
      const rules = await rulesOf(change, locked);
      const wanted: ScheduleRow = {
        id,
        project_id: projectId,
        flag_id: flagId,
        environment_id: environmentId,
        name: tidyName(request.name),
        comment: actor.note?.comment ?? null,
        status: 'scheduled',
        if_late: request.if_late ?? 'run',
        if_changed: request.if_changed ?? (rules.approvals > 0 ? 'pause' : 'run'),
        author_id: actor.id,
        change_request_id: null,
        approval: null,
        steps,
        next_step: 0,
        next_at: new Date(steps[0]?.at ?? Number.NaN),
        expected: value,
        pause: null,
        version: 1,
        created_at: now,
        ended_at: null,
      };
      auditSchedule(change, 'schedule_create', locked, { old: null, new: describedSchedule(wanted) });
      await insertSchedule(change, await startSchedule(change, actor, { ...locked, now, rules }, wanted));
    });
    return this.schedules.one(projectId, id);
  }
}
