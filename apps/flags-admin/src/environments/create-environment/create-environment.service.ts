import type { CreateEnvironmentRequest, EnvironmentView } from '@burgee/contracts';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { Changes } from '../../changes/changes.js';
import { lockProject } from '../../projects/lock-project.js';
import { environmentView } from '../environment-view.js';
import { EnvironmentQuery } from '../environment.query.js';
import { SdkKeyVault } from '../sdk-key-vault.js';
import { insertEnvironment } from './insert-environment.js';

/** Every flag of the project gets a value in its new environment; a flag that is being deleted is waited for. */
async function giveValuesToAllFlags(manager: EntityManager, projectId: string, environmentId: string): Promise<void> {
  const flags = await manager.sql<{ id: string }[]>`
    select id from flags.flags where project_id = ${projectId} order by id for key share`;
  const values = JSON.stringify(flags.map((flag) => ({ id: uuidv7(), flag_id: flag.id })));
  await manager.sql`
    insert into flags.flag_values (id, flag_id, environment_id)
    select id, flag_id, ${environmentId}::uuid from json_to_recordset(${values}::json) as v(id uuid, flag_id uuid)`;
}

@Injectable()
export class CreateEnvironmentService {
  constructor(
    private readonly changes: Changes,
    private readonly vault: SdkKeyVault,
    private readonly environments: EnvironmentQuery,
  ) {}

  async create(
    actor: CurrentUser,
    { projectId, role }: Membership,
    request: CreateEnvironmentRequest,
  ): Promise<EnvironmentView> {
    const created = await this.changes.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      const { id, values } = await insertEnvironment(change.manager, this.vault, projectId, request);
      await giveValuesToAllFlags(change.manager, projectId, id);
      change.audit({
        action: 'environment_create',
        project_id: projectId,
        environment_id: id,
        environment_name: values.name,
        old_values: null,
        new_values: values,
      });
      return id;
    });
    const row = await this.environments.one(projectId, created);
    if (!row) throw notFound();
    return environmentView(row, role, this.vault);
  }
}
