import type { ProjectView, UpdateProjectRequest } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { refuseTakenSlug } from '../slugs/slug.js';
import { changedFields } from '../unit-of-work/changed-fields.js';
import { type LockedProject, lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { orderEnvironments } from './order-environments.js';
import { ProjectQuery } from './project.query.js';

@Injectable()
export class UpdateProjectService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly projects: ProjectQuery,
  ) {}

  async update(actor: CurrentUser, projectId: string, request: UpdateProjectRequest): Promise<ProjectView> {
    const { environment_order: order, ...fields } = request;
    await this.unitOfWork.run(actor, async (change) => {
      const changed = changedFields(await lockProject(change.manager, projectId), fields);
      const ordered = order && (await orderEnvironments(change.manager, projectId, order));
      if (changed) await this.write(change.manager, projectId, changed.next);
      if (!changed && !ordered) return;
      change.audit({
        action: 'project_update',
        project_id: projectId,
        old_values: { ...changed?.before, ...(ordered && { environment_order: ordered.before }) },
        new_values: { ...changed?.after, ...(ordered && { environment_order: ordered.after }) },
      });
    });
    return this.projects.one(projectId, actor);
  }
  private async write(manager: EntityManager, id: string, { name, slug, description }: LockedProject): Promise<void> {
    await manager.sql`
      update flags.projects set name = ${name}, slug = ${slug}, description = ${description}
      where id = ${id}`.catch((error: unknown) => refuseTakenSlug(error, 'projects_slug'));
  }
}
