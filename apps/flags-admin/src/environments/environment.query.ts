import type { EnvironmentView } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import type { Membership } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type EnvironmentRow, environmentView } from './environment-view.js';
import { SdkKeyVault } from './sdk-key-vault.js';

@Injectable()
export class EnvironmentQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly vault: SdkKeyVault,
  ) {}

  /** The environments of a project as this member sees them, oldest first. */
  async ofProject({ projectId, role }: Membership): Promise<EnvironmentView[]> {
    const rows = await this.rows([projectId], null);
    return rows.map((row) => environmentView(row, role, this.vault));
  }

  /** The environments of several projects, each as the member of its project sees it. */
  async ofProjects(members: readonly Pick<Membership, 'projectId' | 'role'>[]): Promise<EnvironmentView[]> {
    const roles = new Map(members.map(({ projectId, role }) => [projectId, role]));
    const rows = await this.rows([...roles.keys()], null);
    return rows.map((row) => environmentView(row, roles.get(row.project_id) ?? 'viewer', this.vault));
  }

  /** @throws not_found, also for an environment of another project */
  async one({ projectId, role }: Membership, environmentId: string): Promise<EnvironmentView> {
    const [row] = await this.rows([projectId], environmentId);
    if (!row) throw notFound();
    return environmentView(row, role, this.vault);
  }

  /** @param environmentId null for all */
  private rows(projectIds: readonly string[], environmentId: string | null): Promise<EnvironmentRow[]> {
    return this.database.sql<EnvironmentRow[]>`
      select e.id, e.project_id, e.name, e.slug, e.icon, e.url, e.protected, e.revision, e.created_at, k.ciphertext,
             (select max(old.expires_at) from flags.sdk_keys old
              where old.environment_id = e.id and old.expires_at > now()) as previous_key_expires_at
      from flags.environments e
      join flags.sdk_keys k on k.environment_id = e.id and k.expires_at is null
      where e.project_id = any(${projectIds}::uuid[]) and e.id = coalesce(${environmentId}::uuid, e.id)
      order by e.created_at, e.id`;
  }
}
