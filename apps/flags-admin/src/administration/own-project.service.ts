import { assertFreshProof, type CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { lockProject } from '../unit-of-work/lock-project.js';
import { lockMembers, UnitOfWork } from '../unit-of-work/unit-of-work.js';

@Injectable()
export class OwnProjectService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Makes an administrator owner of a project, such as one whose owners have left. The project's history, its webhooks and
   * open pages tell the others. @throws not_found
   */
  async own(actor: CurrentUser, projectId: string): Promise<void> {
    assertFreshProof(actor);
    await this.unitOfWork.run(actor, async (change) => {
      await lockMembers(change.manager, projectId);
      await lockProject(change.manager, projectId);
      const [before] = await change.manager.sql<{ role: string }[]>`
        select role from flags.members where project_id = ${projectId} and user_id = ${actor.id}`;
      if (before?.role === 'owner') return;
      await change.manager.sql`
        insert into flags.members (project_id, user_id, role) values (${projectId}, ${actor.id}, 'owner')
        on conflict (project_id, user_id) do update set role = 'owner'`;
      const about = { user_id: actor.id, email: actor.email };
      change.audit({
        action: before ? 'member_update' : 'member_add',
        project_id: projectId,
        old_values: before ? { ...about, role: before.role } : null,
        new_values: { ...about, role: 'owner', as: 'administrator' },
      });
    });
  }
}
