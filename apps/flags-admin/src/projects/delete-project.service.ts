import { assertFreshProof, type CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { peekRules, readRules } from '../change-rules/read-rules.js';
import { deleteInTime } from '../quotas/large-delete.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

@Injectable()
export class DeleteProjectService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Deletes the project with all its data. When this returns, its SDK keys no longer work. @throws fresh_proof_required */
  async delete(actor: CurrentUser, projectId: string): Promise<void> {
    assertFreshProof(actor);
    const work = async (change: Change) => {
      const { id: _id, ...before } = await lockProject(change.manager, projectId);
      change.assertAllowed(await peekRules(change.manager, projectId));
      await deleteInTime(change.manager, projectId, null, () => this.deleteLocked(change, projectId));
      change.audit({ action: 'project_delete', project_id: projectId, old_values: before, new_values: null });
    };
    await this.unitOfWork.run(actor, work, { changesMembers: true });
  }

  private async deleteLocked(change: Change, projectId: string): Promise<void> {
    // All code locks in this order: flags, values, environments.
    await change.manager.sql`
      select count(*)::int as count from (
        select from flags.flags f where f.project_id = ${projectId} order by f.id for update
      ) locked`;
    await change.manager.sql`
      select count(*)::int as count from (
        select from flags.flag_values v join flags.flags f on f.id = v.flag_id
        where f.project_id = ${projectId} order by v.id for update of v
      ) locked`;
    const environments = await change.manager.sql<{ id: string }[]>`
      select id from flags.environments where project_id = ${projectId} order by id for update`;
    const ids = environments.map(({ id }) => id);
    change.assertAllowed(await readRules(change.manager, ids));
    await change.manager.sql`delete from flags.projects where id = ${projectId}`;
    for (const id of ids) change.sdkKeyChanged(id);
  }
}
