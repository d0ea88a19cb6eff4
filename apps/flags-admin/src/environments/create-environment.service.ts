import type { AddEnvironmentRequest, EnvironmentView } from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import type { CurrentUser, Membership } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { assertFlagSetFits } from '../quotas/flag-set-size.js';
import { Quotas } from '../quotas/quotas.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { EnvironmentQuery } from './environment.query.js';
import { fillEnvironment } from './fill-environment.js';
import { insertEnvironment } from './insert-environment.js';
import { SdkKeyVault } from './sdk-key-vault.js';

/** The locked project keeps it from being deleted. @throws invalid_request */
async function findSource(manager: EntityManager, projectId: string, id: string): Promise<{ name: string }> {
  const [source] = await manager.sql<{ name: string }[]>`
    select name from flags.environments where id = ${id} and project_id = ${projectId}`;
  if (source) return source;
  const errors = [{ pointer: '/copy_values_from', detail: 'is not an environment of this project' }];
  throw new DomainError('invalid_request', 'Values can only be copied from an environment of this project.', {
    errors,
  });
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
    { copy_values_from: sourceId, ...request }: AddEnvironmentRequest,
  ): Promise<EnvironmentView> {
    const created = await this.unitOfWork.run(actor, async (change) => {
      await lockProject(change.manager, projectId);
      await this.quotas.roomForEnvironment(change.manager, projectId);
      const source = sourceId === undefined ? undefined : await findSource(change.manager, projectId, sourceId);
      const { id, values } = await insertEnvironment(change.manager, this.vault, projectId, request);
      const bytes = await fillEnvironment(change.manager, projectId, id, sourceId);
      assertFlagSetFits(values.name, bytes, bytes, this.settings.FLAG_SET_BYTES_AT_MOST);
      change.audit({
        action: 'environment_create',
        project_id: projectId,
        environment_id: id,
        environment_name: values.name,
        old_values: null,
        new_values: { ...values, ...(source && { copied_from: source.name }) },
      });
      return id;
    });
    return this.environments.one(actor, projectId, created);
  }
}
