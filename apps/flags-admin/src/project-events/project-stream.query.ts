import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ProjectEventStream } from './project-event-stream.js';

export interface StreamCheck {
  /** The revisions of each project's environments, as a text that changes with any of its flags. */
  revisions: Map<string, string>;
  /** The session or token and the project, separated by a space, of every stream with access. */
  permitted: Set<string>;
}

@Injectable()
export class ProjectStreamQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Reads as many sessions and members as there are streams, however many projects their users share. */
  async check(streams: readonly ProjectEventStream[]): Promise<StreamCheck> {
    const sessionIds = streams.map(({ sessionId }) => sessionId);
    const projectIds = streams.map(({ projectId }) => projectId);
    const permitted = await this.database.sql<{ session_id: string; project_id: string }[]>`
      select s.session_id, m.project_id
      from unnest(${sessionIds}::uuid[], ${projectIds}::uuid[]) as open(session_id, project_id)
      join session_read.session_v1 s on s.session_id = open.session_id
      join access_read.member_v1 m on m.user_id = s.user_id and m.project_id = open.project_id
      union all
      select t.token_id, open.project_id
      from unnest(${sessionIds}::uuid[], ${projectIds}::uuid[]) as open(session_id, project_id)
      join session_read.token_v1 t on t.token_id = open.session_id
      where (t.project_ids is null or open.project_id = any (t.project_ids))
        and (exists (select from access_read.member_v1 m where m.user_id = t.user_id and m.project_id = open.project_id)
             or exists (select from access_read.token_member_v1 m
                        where m.token_id = t.token_id and m.project_id = open.project_id))`;
    const revisions = await this.database.sql<{ project_id: string; revisions: string }[]>`
      select project_id, string_agg(id || ':' || revision, ' ' order by id) as revisions
      from flags.environments
      where project_id = any(${projectIds}::uuid[])
      group by project_id`;
    return {
      revisions: new Map(revisions.map((row) => [row.project_id, row.revisions])),
      permitted: new Set(permitted.map(({ session_id, project_id }) => `${session_id} ${project_id}`)),
    };
  }
}
