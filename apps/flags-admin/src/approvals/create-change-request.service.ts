import type { ChangeRequestView, CreateChangeRequestRequest } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { lockFlagsAndValues } from '../flags/lock-flag.js';
import { roomForRequest } from '../quotas/quotas.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ChangeRequestsQuery } from './change-requests.query.js';
import { flagsOf } from './change-request-row.js';
import { decideRequested } from './decide-requested.js';
import { notifyOfChangeRequest } from './request-notices.js';

/** Creates a request to approve changes of values in one environment. */
@Injectable()
export class CreateChangeRequestService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: ChangeRequestsQuery,
  ) {}

  async create(
    actor: CurrentUser,
    projectId: string,
    environmentId: string,
    { changes, draft = false }: CreateChangeRequestRequest,
  ): Promise<ChangeRequestView> {
    const flagIds = changes.map(({ flag_id }) => flag_id);
    // It may be beyond the limits of its token, so a person has to vouch.
    const isAsked = actor.limited !== undefined;
    const { result } = await this.unitOfWork.lockAndRun(
      actor,
      async (manager) => {
        // Other transactions count after this lock, so that none exceeds the limit.
        await lockProject(manager, projectId);
        return lockFlagsAndValues(manager, flagIds, environmentId);
      },
      async (change, values) => {
        change.touch(environmentId);
        const { manager } = change;
        const [environment] = await manager.sql<{ name: string; approvals: number }[]>`
          select name, approvals from flags.environments where id = ${environmentId} and project_id = ${projectId}`;
        if (!environment) throw notFound();
        const decided = decideRequested(changes, values, environment.name);
        const id = uuidv7();
        await roomForRequest(manager, projectId);
        await manager.sql`
          insert into flags.change_requests (id, project_id, environment_id, author_id, comment, state, changes, asked)
          values (${id}, ${projectId}, ${environmentId}, ${actor.id}, ${actor.note?.comment ?? null},
                  ${draft ? 'draft' : 'in_review'}, ${JSON.stringify(decided)}::jsonb, ${isAsked}::boolean)`;
        const request = {
          id,
          project_id: projectId,
          environment_id: environmentId,
          environment_name: environment.name,
        };
        const isOwnEnough = isAsked && environment.approvals === 0;
        if (!draft) notifyOfChangeRequest(change, { ...request, author_id: actor.id, flags: decided }, isOwnEnough);
        change.audit({
          action: 'change_request_update',
          project_id: projectId,
          environment_id: environmentId,
          environment_name: environment.name,
          old_values: null,
          new_values: { change_request: id, state: draft ? 'draft' : 'in_review', ...flagsOf(decided) },
        });
        return id;
      },
    );
    return this.requests.one(projectId, result);
  }
}
