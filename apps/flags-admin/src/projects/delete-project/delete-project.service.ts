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
      // In the order in which everybody locks: flags, values, environments.
      await change.manager.sql`
        select f.id from flags.flags f where f.project_id = ${projectId} order by f.id for update`;
      await change.manager.sql`
        select v.id from flags.flag_values v join flags.flags f on f.id = v.flag_id
        where f.project_id = ${projectId} order by v.id for update of v`;
      const environments = await change.manager.sql<{ id: string }[]>`
        select id from flags.environments where project_id = ${projectId} order by id for update`;
      await change.manager.sql`delete from flags.projects where id = ${projectId}`;
      for (const environment of environments) change.sdkKeyChanged(environment.id);
      change.audit({ action: 'project_delete', project_id: projectId, old_values: values, new_values: null });
    });
  }
}
