import type { MemberRoles } from '@burgee/contracts/wire';
import { assertAdministrator, assertFreshProof, type CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { notify } from '../notices/notify.js';
import { auditedRoles, slugsById } from '../roles/environment-roles.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { lockMembers, UnitOfWork } from '../unit-of-work/unit-of-work.js';

/** The lock on the actor's account blocks a withdrawal until the transaction ends. @throws route_not_found */
async function assertStillAdministrator(manager: EntityManager, { id, sessionId }: CurrentUser): Promise<void> {
  const rows = await manager.sql<unknown[]>`
    select from session_read.session_v1 where session_id = ${sessionId} and user_id = ${id} and is_administrator`;
  assertAdministrator({ id, isAdministrator: rows.length > 0 });
}

@Injectable()
export class OwnProjectService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Makes an administrator owner of a project, such as one whose owners have left. Notices tell the owners, and so do the
   * project's history, its webhooks and open pages. @throws not_found, route_not_found
   */
  async own(actor: CurrentUser, projectId: string): Promise<void> {
    assertFreshProof(actor);
    await this.unitOfWork.run(actor, async (change) => {
      await lockMembers(change.manager, projectId);
      await lockProject(change.manager, projectId);
      await assertStillAdministrator(change.manager, actor);
      const [before] = await change.manager.sql<MemberRoles[]>`
        select role, environment_roles from flags.members where project_id = ${projectId} and user_id = ${actor.id}`;
      if (before?.role === 'owner') return;
      await change.manager.sql`
        insert into flags.members (project_id, user_id, role) values (${projectId}, ${actor.id}, 'owner')
        on conflict (project_id, user_id) do update set role = 'owner', environment_roles = default`;
      const own = before && auditedRoles(before.environment_roles, await slugsById(change.manager, projectId));
      const about = { user_id: actor.id, email: actor.email };
      change.audit({
        action: before ? 'member_update' : 'member_add',
        project_id: projectId,
        old_values: before ? { ...about, role: before.role, ...own } : null,
        new_values: { ...about, role: 'owner', as: 'administrator' },
      });
      const notice = { kind: 'project_owned', projectId, subjectId: actor.id, about: {}, actorId: actor.id } as const;
      await notify(change, notice, { owners: true });
    });
  }
}
