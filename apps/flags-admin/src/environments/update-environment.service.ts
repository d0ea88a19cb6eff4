import type { EnvironmentView, UpdateEnvironmentRequest } from '@burgee/contracts/http';
import type { CurrentUser, Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { decideRules } from '../change-rules/decide-rules.js';
import { refuseTakenSlug } from '../slugs/slug.js';
import { changedFields } from '../unit-of-work/changed-fields.js';
import { lockEnvironment } from '../unit-of-work/lock-environment.js';
import { changeOrigins } from '../unit-of-work/more-origins.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { environmentPatch } from './environment-patch.js';
import { EnvironmentQuery } from './environment.query.js';

@Injectable()
export class UpdateEnvironmentService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly environments: EnvironmentQuery,
  ) {}

  async update(
    actor: CurrentUser,
    { projectId }: Membership,
    id: string,
    request: UpdateEnvironmentRequest,
  ): Promise<EnvironmentView> {
    const { frozen_until, freeze_reason, comment_required, approvals, comment: _comment, ...rest } = request;
    const patch = environmentPatch(rest);
    await this.unitOfWork.run(actor, async (change) => {
      const current = await lockEnvironment(change.manager, projectId, id);
      const about = { role: change.role, now: Date.now() };
      const rules = decideRules(current, { frozen_until, freeze_reason, comment_required, approvals }, about);
      const changed = changedFields(current, { ...patch, ...rules });
      if (!changed) return;
      const { next } = changed;
      await change.manager.sql`
        update flags.environments
        set name = ${next.name}, slug = ${next.slug}, icon = ${next.icon}, url = ${next.url}, protected = ${next.protected},
            color = ${next.color}, frozen_until = ${next.frozen_until}::timestamptz, freeze_reason = ${next.freeze_reason},
            comment_required = ${next.comment_required}, approvals = ${next.approvals}
        where id = ${id}`.catch((error: unknown) => refuseTakenSlug(error, 'environments_slug'));
      await changeOrigins(change, current, changed.after);
      change.audit({
        action: 'environment_update',
        project_id: projectId,
        environment_id: id,
        environment_name: next.name,
        old_values: changed.before,
        new_values: changed.after,
      });
    });
    return this.environments.one(actor, projectId, id);
  }
}
