import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { Changes } from '../../changes/changes.js';
import { lockProject } from '../../projects/lock-project.js';
import { lockEnvironment } from '../lock-environment.js';

@Injectable()
export class DeleteEnvironmentService {
  constructor(private readonly changes: Changes) {}

  /** The environment goes with its values and its key; streams that the key opened close. */
  async delete(actor: CurrentUser, { projectId }: Membership, id: string): Promise<void> {
    await this.changes.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      // Values before their environment, as everybody locks them.
      await change.manager.sql`
        select id from flags.flag_values where environment_id = ${id} order by flag_id for update`;
      const { id: _id, ...values } = await lockEnvironment(change.manager, projectId, id);
      await change.manager.sql`delete from flags.environments where id = ${id}`;
      change.sdkKeyChanged(id);
      change.audit({
        action: 'environment_delete',
        project_id: projectId,
        environment_id: id,
        environment_name: values.name,
        old_values: values,
        new_values: null,
      });
    });
  }
}
