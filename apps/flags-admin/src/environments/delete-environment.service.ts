import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { lockEnvironment } from '../unit-of-work/lock-environment.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';

@Injectable()
export class DeleteEnvironmentService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Deletes the environment with its values and keys. Streams that these keys opened are closed. */
  async delete(actor: CurrentUser, { projectId }: Membership, id: string): Promise<void> {
    await this.unitOfWork.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      // All code locks values before their environment.
      const flagValues = await change.manager.sql<{ id: string }[]>`
        select id from flags.flag_values where environment_id = ${id} order by flag_id for update`;
      const { id: _id, ...values } = await lockEnvironment(change.manager, projectId, id);
      await change.manager.sql`delete from flags.environments where id = ${id}`;
      change.wroteRows(flagValues.length);
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
