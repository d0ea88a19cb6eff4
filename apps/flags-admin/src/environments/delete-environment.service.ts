import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { peekRules } from '../change-rules/read-rules.js';
import { takeBackIn } from '../notices/notify.js';
import { deleteInTime } from '../quotas/large-delete.js';
import type { Change } from '../unit-of-work/change.js';
import { lockEnvironment } from '../unit-of-work/lock-environment.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

@Injectable()
export class DeleteEnvironmentService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Deletes the environment with its values and keys, and closes streams that use these keys. */
  async delete(actor: CurrentUser, { projectId }: Membership, id: string): Promise<void> {
    await this.unitOfWork.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      change.assertAllowed((await peekRules(change.manager, projectId)).filter((one) => one.id === id));
      await deleteInTime(change.manager, projectId, id, () => this.deleteLocked(change, projectId, id));
    });
  }

  private async deleteLocked(change: Change, projectId: string, id: string): Promise<void> {
    // All code locks values before their environment. For the id of another project, nothing is locked.
    await change.manager.sql`
      select count(*)::int as count from (
        select from flags.flag_values v join flags.environments e on e.id = v.environment_id
        where e.id = ${id} and e.project_id = ${projectId}
        order by v.flag_id for update of v
      ) locked`;
    const locked = await lockEnvironment(change.manager, projectId, id);
    change.assertAllowed([locked]);
    const { name, slug, icon, url, more_origins, protected: guarded, color } = locked;
    await change.manager.sql`delete from flags.environments where id = ${id}`;
    await takeBackIn(change, projectId, { environment_id: id });
    change.sdkKeyChanged(id);
    change.audit({
      action: 'environment_delete',
      project_id: projectId,
      environment_id: id,
      environment_name: name,
      old_values: { name, slug, icon, url, more_origins, protected: guarded, color },
      new_values: null,
    });
  }
}
