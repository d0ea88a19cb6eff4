import type { LatestChange } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

@Injectable()
export class LatestChangesQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The newest entry of each flag that still exists. */
  async ofProject(projectId: string): Promise<LatestChange[]> {
    const rows = await this.database.sql<(Omit<LatestChange, 'created_at'> & { created_at: Date })[]>`
      select * from (
        select distinct on (flag_id)
          flag_id, action, environment_id, environment_name, user_id, user_name, created_at
        from audit.entries
        where project_id = ${projectId} and flag_id is not null
        order by flag_id, created_at desc, id desc
      ) newest
      where action <> 'flag_delete'`;
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }
}
