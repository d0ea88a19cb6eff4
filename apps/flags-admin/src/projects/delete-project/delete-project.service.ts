import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { Changes } from '../../changes/changes.js';
import { lockProject } from '../lock-project.js';

@Injectable()
export class DeleteProjectService {
  constructor(private readonly changes: Changes) {}

  /** The project goes with everything in it; its keys are dead when this returns. */
  async delete(actor: CurrentUser, projectId: string): Promise<void> {
    await this.changes.run(actor, async (change) => {
      const { id: _id, ...values } = await lockProject(change.manager, projectId);
      const environments = await change.manager.sql<{ id: string }[]>`
        select id from flags.environments where project_id = ${projectId} order by id for update`;
      await change.manager.sql`delete from flags.projects where id = ${projectId}`;
      for (const environment of environments) change.sdkKeyChanged(environment.id);
      change.audit({ action: 'project_delete', project_id: projectId, old_values: values, new_values: null });
    });
  }
}
