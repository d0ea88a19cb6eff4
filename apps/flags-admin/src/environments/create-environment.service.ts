import type { CreateEnvironmentRequest, EnvironmentView } from '@burgee/contracts/http';
import type { CurrentUser, Membership } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { assertFlagSetFits } from '../quotas/flag-set-size.js';
import { Quotas } from '../quotas/quotas.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { EnvironmentQuery } from './environment.query.js';
import { insertEnvironment } from './insert-environment.js';
import { SdkKeyVault } from './sdk-key-vault.js';

/** Inserts a value of every flag for the new environment. Waits while a flag is being deleted. @returns how many */
async function giveValuesToAllFlags(manager: EntityManager, projectId: string, environmentId: string): Promise<number> {
  const flags = await manager.sql<{ id: string }[]>`
    select id from flags.flags where project_id = ${projectId} order by id for key share`;
  const values = JSON.stringify(flags.map((flag) => ({ id: uuidv7(), flag_id: flag.id })));
  await manager.sql`
    insert into flags.flag_values (id, flag_id, environment_id)
    select id, flag_id, ${environmentId}::uuid from json_to_recordset(${values}::json) as v(id uuid, flag_id uuid)`;
  return flags.length;
}

/** The new environment's flag set begins with the keys and names of all flags in use, which are locked. @returns their bytes */
async function countFlagSetBytes(manager: EntityManager, environmentId: string): Promise<number> {
  const [rows] = await manager.sql<[{ bytes: number }[], number]>`
    update flags.environments e
    set flag_set_bytes = (
      select coalesce(sum(octet_length(f.key) + octet_length(f.name)), 0)
      from flags.flags f where f.project_id = e.project_id and f.archived_at is null)
    where e.id = ${environmentId}
    returning flag_set_bytes as bytes`;
  return rows[0]?.bytes ?? 0;
}

@Injectable()
export class CreateEnvironmentService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: SdkKeyVault,
    private readonly environments: EnvironmentQuery,
    private readonly quotas: Quotas,
    @Inject(CONFIG) private readonly settings: Pick<FlagsAdminConfig, 'FLAG_SET_BYTES_AT_MOST'>,
  ) {}

  async create(
    actor: CurrentUser,
    { projectId }: Membership,
    request: CreateEnvironmentRequest,
  ): Promise<EnvironmentView> {
    const created = await this.unitOfWork.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      await this.quotas.roomForEnvironment(change.manager, projectId);
      const { id, values } = await insertEnvironment(change.manager, this.vault, projectId, request);
      change.wroteRows(await giveValuesToAllFlags(change.manager, projectId, id));
      const bytes = await countFlagSetBytes(change.manager, id);
      assertFlagSetFits(values.name, bytes, bytes, this.settings.FLAG_SET_BYTES_AT_MOST);
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
    return this.environments.one(actor.id, projectId, created);
  }
}
