import type { ProjectView, UpdateProjectRequest } from '@burgee/contracts/http';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { refuseTakenSlug } from '../slugs/slug.js';
import { changedFields } from '../unit-of-work/changed-fields.js';
import { lockProject } from '../unit-of-work/lock-project.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ProjectQuery } from './project.query.js';

@Injectable()
export class UpdateProjectService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly projects: ProjectQuery,
  ) {}

  async update(actor: CurrentUser, projectId: string, request: UpdateProjectRequest): Promise<ProjectView> {
    await this.unitOfWork.run(actor, async (change) => {
      const changed = changedFields(await lockProject(change.manager, projectId), request);
      if (!changed) return;
      const { name, slug, description } = changed.next;
      await change.manager.sql`
        update flags.projects set name = ${name}, slug = ${slug}, description = ${description}
        where id = ${projectId}`.catch((error: unknown) => refuseTakenSlug(error, 'projects_slug'));
      change.audit({
        action: 'project_update',
        project_id: projectId,
        old_values: changed.before,
        new_values: changed.after,
      });
    });
    return this.projects.one(projectId, actor.id);
  }
}
