import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Feed } from './feed.js';

export interface Look {
  /** How far each project has come, as a text that differs when anything of its flags has changed. */
  places: Map<string, string>;
  /** Session and project of everybody who may still look. */
  admitted: Set<string>;
}

@Injectable()
export class FeedQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async look(feeds: readonly Feed[]): Promise<Look> {
    const projectIds = [...new Set(feeds.map(({ projectId }) => projectId))];
    const sessionIds = [...new Set(feeds.map(({ sessionId }) => sessionId))];
    const admitted = await this.database.sql<{ session_id: string; project_id: string }[]>`
      select s.session_id, m.project_id
      from session_read.session_v1 s
      join access_read.member_v1 m on m.user_id = s.user_id
      where s.session_id = any(${sessionIds}::uuid[]) and m.project_id = any(${projectIds}::uuid[])`;
    const places = await this.database.sql<{ project_id: string; place: string }[]>`
      select project_id, string_agg(id || ':' || revision, ' ' order by id) as place
      from flags.environments
      where project_id = any(${projectIds}::uuid[])
      group by project_id`;
    return {
      places: new Map(places.map(({ project_id, place }) => [project_id, place])),
      admitted: new Set(admitted.map(({ session_id, project_id }) => `${session_id} ${project_id}`)),
    };
  }
}
