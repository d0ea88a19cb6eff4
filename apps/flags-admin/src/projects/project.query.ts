import type { ProjectView, Role } from '@burgee/contracts';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { environmentView } from '../environments/environment-view.js';
import { EnvironmentQuery } from '../environments/environment.query.js';
import { SdkKeyVault } from '../environments/sdk-key-vault.js';

interface ProjectRow {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  role: Role;
  created_at: Date;
}

@Injectable()
export class ProjectQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly environments: EnvironmentQuery,
    private readonly vault: SdkKeyVault,
  ) {}

  /** The projects a user is a member of, oldest first, each with its environments. */
  async ofMember(userId: string): Promise<ProjectView[]> {
    const projects = await this.database.sql<ProjectRow[]>`
      select p.id, p.name, p.slug, p.description, m.role, p.created_at
      from flags.projects p
      join flags.members m on m.project_id = p.id
      where m.user_id = ${userId}
      order by p.created_at, p.id`;
    return this.withEnvironments(projects);
  }

  async one(projectId: string, userId: string): Promise<ProjectView> {
    const projects = await this.database.sql<ProjectRow[]>`
      select p.id, p.name, p.slug, p.description, m.role, p.created_at
      from flags.projects p
      join flags.members m on m.project_id = p.id
      where m.user_id = ${userId} and p.id = ${projectId}`;
    const [project] = await this.withEnvironments(projects);
    if (!project) throw notFound();
    return project;
  }

  private async withEnvironments(projects: ProjectRow[]): Promise<ProjectView[]> {
    const environments = await this.environments.ofProjects(projects.map((project) => project.id));
    return projects.map((project) => ({
      ...project,
      created_at: project.created_at.toISOString(),
      environments: environments
        .filter((row) => row.project_id === project.id)
        .map((row) => environmentView(row, project.role, this.vault)),
    }));
  }
}
