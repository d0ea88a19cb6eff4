import type { EnvironmentView, UpdateEnvironmentRequest } from '@burgee/contracts';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { changedFields } from '../../changes/changed-fields.js';
import { Changes } from '../../changes/changes.js';
import { explainTakenSlug } from '../create-environment/insert-environment.js';
import { environmentView } from '../environment-view.js';
import { EnvironmentQuery } from '../environment.query.js';
import { type LockedEnvironment, lockEnvironment } from '../lock-environment.js';
import { originOf } from '../origin.js';
import { SdkKeyVault } from '../sdk-key-vault.js';

@Injectable()
export class UpdateEnvironmentService {
  constructor(
    private readonly changes: Changes,
    private readonly vault: SdkKeyVault,
    private readonly environments: EnvironmentQuery,
  ) {}

  async update(
    actor: CurrentUser,
    { projectId, role }: Membership,
    id: string,
    { url, ...rest }: UpdateEnvironmentRequest,
  ): Promise<EnvironmentView> {
    const patch: Partial<LockedEnvironment> = {
      ...rest,
      ...(url !== undefined && { url: url ? originOf(url) : null }),
    };
    await this.changes.run(actor, async (change) => {
      const current = await lockEnvironment(change.manager, projectId, id);
      const changed = changedFields(current, patch);
      if (!changed) return;
      const { next } = changed;
      await change.manager.sql`
        update flags.environments
        set name = ${next.name}, slug = ${next.slug}, icon = ${next.icon}, url = ${next.url}, protected = ${next.protected}
        where id = ${id}`.catch((error: unknown) => explainTakenSlug(error, 'environments_slug'));
      change.audit({
        action: 'environment_update',
        project_id: projectId,
        environment_id: id,
        environment_name: next.name,
        old_values: changed.before,
        new_values: changed.after,
      });
    });
    const row = await this.environments.one(projectId, id);
    if (!row) throw notFound();
    return environmentView(row, role, this.vault);
  }
}
