import type { CreateEnvironmentRequest, EnvironmentView } from '@burgee/contracts/http';
import type { CurrentUser, Membership } from '@burgee/session';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { assertFlagSetFits } from '../quotas/flag-set-size.js';
import { Quotas } from '../quotas/quotas.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { EnvironmentQuery } from './environment.query.js';
import { fillEnvironment } from './fill-environment.js';
import { insertEnvironment } from './insert-environment.js';
import { SdkKeyVault } from './sdk-key-vault.js';

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
      const bytes = await fillEnvironment(change.manager, projectId, id);
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
    return this.environments.one(actor, projectId, created);
  }
}
