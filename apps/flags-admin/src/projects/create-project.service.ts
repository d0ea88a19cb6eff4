import type { CreateEnvironmentRequest, CreateProjectRequest, ProjectView } from '@burgee/contracts/http';
import { violatedConstraint } from '@burgee/process-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { takeFirstCheckpoint } from '../checkpoints/take-checkpoint.js';
import { insertEnvironment } from '../environments/insert-environment.js';
import { SdkKeyVault } from '../environments/sdk-key-vault.js';
import { Quotas } from '../quotas/quotas.js';
import { refuseTakenSlug, slugFrom, slugWithTail } from '../slugs/slug.js';
import type { Change } from '../unit-of-work/change.js';
import { UnitOfWork } from '../unit-of-work/unit-of-work.js';
import { ProjectQuery } from './project.query.js';

const DEFAULT_ENVIRONMENTS: CreateEnvironmentRequest[] = [
  { name: 'Development', icon: '🛠️' },
  { name: 'Production', icon: '🚀', protected: true },
];

@Injectable()
export class CreateProjectService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly vault: SdkKeyVault,
    private readonly projects: ProjectQuery,
    private readonly quotas: Quotas,
  ) {}

  async create(actor: CurrentUser, request: CreateProjectRequest): Promise<ProjectView> {
    const slug = request.slug ?? slugFrom(request.name, 'project');
    try {
      return await this.insert(actor, request, slug);
    } catch (error) {
      if (request.slug !== undefined || violatedConstraint(error) !== 'projects_slug')
        return refuseTakenSlug(error, 'projects_slug');
      return this.insert(actor, request, slugWithTail(slug));
    }
  }

  private async insert(actor: CurrentUser, request: CreateProjectRequest, slug: string): Promise<ProjectView> {
    const id = uuidv7();
    await this.unitOfWork.run(actor, async (change) => {
      await this.quotas.roomForProject(change.manager, actor.id);
      const values = { name: request.name, slug, description: request.description ?? null };
      await change.manager.sql`
        insert into flags.projects (id, name, slug, description, created_by)
        values (${id}, ${values.name}, ${slug}, ${values.description}, ${actor.id})`;
      await change.manager.sql`
        insert into flags.members (project_id, user_id, role) values (${id}, ${actor.id}, 'owner')`;
      change.audit({ action: 'project_create', project_id: id, old_values: null, new_values: values });
      for (const environment of request.environments ?? DEFAULT_ENVIRONMENTS)
        await this.addEnvironment(change, id, environment);
    });
    return this.projects.one(id, actor);
  }

  private async addEnvironment(change: Change, projectId: string, request: CreateEnvironmentRequest): Promise<void> {
    await this.quotas.roomForEnvironment(change.manager, projectId);
    const { id, values } = await insertEnvironment(change.manager, this.vault, projectId, request);
    change.send(takeFirstCheckpoint(change.manager, id));
    const place = { project_id: projectId, environment_id: id, environment_name: values.name };
    change.audit({ action: 'environment_create', ...place, old_values: null, new_values: values });
  }
}
