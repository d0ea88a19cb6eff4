import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { EnvironmentRow } from './environment-view.js';

@Injectable()
export class EnvironmentQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The environments of these projects, oldest first. */
  ofProjects(projectIds: readonly string[]): Promise<EnvironmentRow[]> {
    return this.database.sql<EnvironmentRow[]>`
      select e.id, e.project_id, e.name, e.slug, e.icon, e.url, e.protected, e.revision, e.created_at, k.ciphertext,
             old.expires_at as previous_key_expires_at
      from flags.environments e
      join flags.sdk_keys k on k.environment_id = e.id and k.expires_at is null
      left join (
        select environment_id, max(expires_at) as expires_at from flags.sdk_keys where expires_at > now() group by 1
      ) old on old.environment_id = e.id
      where e.project_id = any(${projectIds}::uuid[])
      order by e.created_at, e.id`;
  }

  async one(projectId: string, environmentId: string): Promise<EnvironmentRow | undefined> {
    const rows = await this.ofProjects([projectId]);
    return rows.find((row) => row.id === environmentId);
  }
}
