import type { LatestChange } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

@Injectable()
export class LatestChangesQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The newest entry of each flag that still exists: one step into the index for each, however many entries it has. */
  async ofProject(projectId: string): Promise<LatestChange[]> {
    const rows = await this.database.sql<(Omit<LatestChange, 'created_at'> & { created_at: Date })[]>`
      select newest.*
      from access_read.flag_v1 flag
      cross join lateral (
        select flag_id, action, environment_id, environment_name, user_id, user_name, created_at
        from audit.entries
        where flag_id = flag.flag_id
        order by created_at desc, id desc
        limit 1
      ) newest
      where flag.project_id = ${projectId}`;
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }
}
