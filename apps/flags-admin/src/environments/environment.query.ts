import type { EnvironmentView } from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type EnvironmentRow, environmentView } from './environment-view.js';
import { SdkKeyVault } from './sdk-key-vault.js';

/**
 * Environments and their SDK keys as a member sees them. The role is read by the statement that reads the keys: of a removal
 * that replaces them it sees all or nothing, and whoever is removed never sees a new key.
 */
@Injectable()
export class EnvironmentQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly vault: SdkKeyVault,
  ) {}

  /** The environments of those of these projects that the user is a member of, oldest first. */
  async ofProjects(userId: string, projectIds: readonly string[]): Promise<EnvironmentView[]> {
    const rows = await this.rows(userId, projectIds, null);
    return rows.map((row) => environmentView(row, this.vault));
  }

  /** @throws not_found, also for an environment of another project */
  async one(userId: string, projectId: string, environmentId: string): Promise<EnvironmentView> {
    const [row] = await this.rows(userId, [projectId], environmentId);
    if (!row) throw notFound();
    return environmentView(row, this.vault);
  }

  /** @param environmentId null for all */
  private rows(userId: string, projectIds: readonly string[], environmentId: string | null): Promise<EnvironmentRow[]> {
    return this.database.sql<EnvironmentRow[]>`
      select e.id, e.project_id, e.name, e.slug, e.icon, e.url, e.protected, e.revision, e.created_at, k.ciphertext,
             m.role, (select max(old.expires_at) from flags.sdk_keys old
              where old.environment_id = e.id and old.expires_at > now()) as previous_key_expires_at
      from flags.environments e
      join flags.members m on m.project_id = e.project_id and m.user_id = ${userId}
      join flags.sdk_keys k on k.environment_id = e.id and k.expires_at is null
      where e.project_id = any(${projectIds}::uuid[]) and e.id = coalesce(${environmentId}::uuid, e.id)
      order by e.created_at, e.id`;
  }
}
