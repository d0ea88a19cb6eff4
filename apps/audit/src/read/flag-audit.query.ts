import { coversProject, type FlagProjectRow, type MemberRow, type Role } from '@burgee/contracts/wire';
import { notFound } from '@burgee/service-kit';
import type { CurrentUser } from '@burgee/session';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ReadPage } from './entry-page.js';
import { EntryQuery } from './entry.query.js';

@Injectable()
export class FlagAuditQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly entries: EntryQuery,
  ) {}

  /**
   * The user's own entries for a flag, deleted or not. @throws not_found when the user is not a member of its project
   */
  async page(user: CurrentUser, flagId: string, cursor?: string, limit?: number): Promise<ReadPage> {
    const projectId = await this.projectOf(flagId);
    const role = projectId && (await this.roleIn(user, projectId));
    if (!projectId || !role) throw notFound();
    return this.entries.page({ project_id: projectId, role, flag_id: flagId, user_id: user.id }, cursor, limit);
  }

  /** The project of the flag. For a deleted flag, only its latest change names the project. */
  private async projectOf(flagId: string): Promise<string | undefined> {
    const rows = await this.database.sql<Pick<FlagProjectRow, 'project_id'>[]>`
      select project_id from access_read.flag_v1 where flag_id = ${flagId}
      union all
      select chain_id from audit.latest where flag_id = ${flagId}`;
    return rows[0]?.project_id;
  }

  private async roleIn({ id, token }: CurrentUser, projectId: string): Promise<Role | undefined> {
    if (token && !coversProject(token, projectId)) return undefined;
    const rows = await this.database.sql<Pick<MemberRow, 'role'>[]>`
      select role from access_read.member_v1 where project_id = ${projectId} and user_id = ${id}
      union all
      select role from access_read.token_member_v1 where project_id = ${projectId} and token_id = ${id}`;
    return rows[0]?.role;
  }
}
