import type { LatestChange } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ERASED_NAME } from './to-entry-view.js';

@Injectable()
export class LatestChangesQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The newest entry of each flag that still exists, from a table that has one row for each flag. */
  async ofProject(projectId: string): Promise<LatestChange[]> {
    const rows = await this.database.sql<(Omit<LatestChange, 'created_at'> & { created_at: Date })[]>`
      select latest.flag_id, action, environment_id, environment_name, user_id, coalesce(name, ${ERASED_NAME}) as user_name,
             created_at
      from access_read.flag_v1 flag
      join audit.latest on latest.flag_id = flag.flag_id
      left join audit.people on person_id = latest.user_id
      where flag.project_id = ${projectId}`;
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }
}
