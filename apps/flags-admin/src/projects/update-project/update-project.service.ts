import type { ProjectView, UpdateProjectRequest } from '@burgee/contracts';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { changedFields } from '../../changes/changed-fields.js';
import { Changes } from '../../changes/changes.js';
import { explainTakenSlug } from '../../environments/create-environment/insert-environment.js';
import { lockProject } from '../lock-project.js';
import { ProjectQuery } from '../project.query.js';

@Injectable()
export class UpdateProjectService {
  constructor(
    private readonly changes: Changes,
    private readonly projects: ProjectQuery,
  ) {}

  async update(actor: CurrentUser, projectId: string, request: UpdateProjectRequest): Promise<ProjectView> {
    await this.changes.run(actor, async (change) => {
      const changed = changedFields(await lockProject(change.manager, projectId), request);
      if (!changed) return;
      const { name, slug, description } = changed.next;
      await change.manager.sql`
        update flags.projects set name = ${name}, slug = ${slug}, description = ${description}
        where id = ${projectId}`.catch((error: unknown) => explainTakenSlug(error, 'projects_slug'));
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
