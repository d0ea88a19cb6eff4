import {
  decodePageStart,
  encodeCursor,
  type EnvironmentView,
  PAGE_BYTES,
  type PageQuery,
  type ProjectView,
} from '@burgee/contracts/http';
import { type Role, rolesOf } from '@burgee/contracts/wire';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AROUND_ENVIRONMENT, EnvironmentQuery } from '../environments/environment.query.js';
import type { Reader } from '../environments/environment-view.js';
import { MORE_ORIGINS_BYTES } from '../unit-of-work/more-origins.js';

interface ProjectRow {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  role: Role;
  created_at: Date;
}

interface ProjectPage {
  projects: ProjectView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

const PAGE = 100;
/** The JSON around the texts of a project: field names, a slug, an id, a time. */
const AROUND_PROJECT = 300;

@Injectable()
export class ProjectQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly environments: EnvironmentQuery,
  ) {}

  /**
   * The projects of a member, oldest first, each with its environments without keys. A page is cut by rows and by
   * bytes, and has at least one project.
   */
  async ofMember(reader: Reader, { cursor, limit = PAGE }: PageQuery): Promise<ProjectPage> {
    const start = cursor === undefined ? null : decodePageStart(cursor);
    const rows = await this.database.sql<(ProjectRow & { found: number })[]>`
      with found as (
        select p.id, p.name, p.slug, p.description, m.role, p.created_at
        from flags.projects p
        join flags.actors m on m.project_id = p.id
        where m.user_id = ${reader.id}
          and (${reader.token?.projects ?? null}::uuid[] is null or p.id = any(${reader.token?.projects ?? null}::uuid[]))
          and (${start?.id ?? null}::uuid is null
               or (p.created_at, p.id) > (${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid))
        order by p.created_at, p.id
        limit ${limit + 1}
      )
      select id, name, slug, description, role, created_at, found
      from (
        select found.*, count(*) over () as found, row_number() over in_order as position,
               sum(size.bytes) over in_order as bytes
        from found cross join lateral (
          select ${AROUND_PROJECT}::int + octet_length(found.name) + coalesce(octet_length(found.description), 0)
                 + coalesce(sum(${AROUND_ENVIRONMENT}::int + octet_length(e.name) + octet_length(e.icon)
                     + coalesce(octet_length(e.url), 0) + ${MORE_ORIGINS_BYTES} + coalesce(octet_length(e.freeze_reason), 0)), 0) as bytes
          from flags.environments e
          where e.project_id = found.id
        ) size
        window in_order as (order by found.created_at, found.id rows unbounded preceding)
      ) measured
      where position <= ${limit}::int and (position = 1 or bytes <= ${PAGE_BYTES}::int)
      order by created_at, id`;
    const environments = await this.environments.ofProjects(
      reader,
      rows.map(({ id }) => id),
    );
    const projects = rows.map(({ found: _found, ...project }) => projectView(project, environments, reader));
    const last = projects.at(-1);
    const hasNext = (rows[0]?.found ?? 0) > rows.length;
    return { projects, ...(hasNext && last && { next: encodeCursor([last.created_at, last.id]) }) };
  }

  async one(projectId: string, reader: Reader): Promise<ProjectView> {
    const projects = await this.database.sql<(ProjectRow & Required<Pick<ProjectView, 'waiting_schedules'>>)[]>`
      select p.id, p.name, p.slug, p.description, m.role, p.created_at,
             (select count(*)::int from flags.schedules s
              where s.project_id = p.id and s.ended_at is null and s.status <> 'scheduled') as waiting_schedules
      from flags.projects p
      join flags.actors m on m.project_id = p.id
      where m.user_id = ${reader.id} and p.id = ${projectId}`;
    if (!projects[0]) throw notFound();
    const { waiting_schedules, ...project } = projects[0];
    const view = projectView(project, await this.environments.ofProject(reader, projectId), reader);
    return { ...view, ...(waiting_schedules > 0 && { waiting_schedules }) };
  }
}

function projectView(project: ProjectRow, environments: readonly EnvironmentView[], { token }: Reader): ProjectView {
  return {
    ...project,
    role: token ? rolesOf(token, project).role : project.role,
    created_at: project.created_at.toISOString(),
    environments: environments.filter(({ project_id }) => project_id === project.id),
  };
}
