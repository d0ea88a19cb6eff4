import {
  type AccountProjectView,
  type AdministeredProjectView,
  decodeCursor,
  decodePageStart,
  encodeCursor,
  type ListAdministeredProjectsQuery,
} from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { likePattern } from '../flags/flag-page.js';

const PAGE = 100;

interface ProjectRow extends Omit<AdministeredProjectView, 'created_at'> {
  created_at: Date;
  has_owner: boolean;
}

/** The position after the last row: first come projects without an owner, then the newest. */
function decodeStart(cursor: string): { hasOwner: boolean; createdAt: string; id: string } {
  const [rank, ...rest] = decodeCursor(cursor, 3) ?? [];
  return { hasOwner: rank === 'owned', ...decodePageStart(encodeCursor(rest)) };
}

@Injectable()
export class ProjectAdministrationQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Owners count who can sign in. What a page does not show is not counted. */
  async list({ search, cursor, limit = PAGE }: ListAdministeredProjectsQuery): Promise<{
    projects: AdministeredProjectView[];
    next?: string;
  }> {
    const start = cursor === undefined ? null : decodeStart(cursor);
    const pattern = search === undefined ? null : likePattern(search);
    const rows = await this.database.sql<ProjectRow[]>`
      with page as (
        select * from (
          select p.id, p.name, date_trunc('milliseconds', p.created_at) as created_at, exists (
            select from flags.members m
            where m.project_id = p.id and m.role = 'owner' and m.user_id not in (select user_id from session_read.inactive_user_v1)
          ) as has_owner
          from flags.projects p
        ) project
        where (${pattern}::text is null or name ilike ${pattern})
          and (${start?.id ?? null}::uuid is null
               or (not has_owner, created_at, id)
                  < (${start ? !start.hasOwner : null}::boolean, ${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid))
        order by not has_owner desc, created_at desc, id desc
        limit ${limit + 1}::int
      )
      select page.*,
             (select coalesce(json_agg(json_build_object('user_id', u.user_id, 'name', u.name) order by m.created_at), '[]')
              from flags.members m join session_read.user_v1 u on u.user_id = m.user_id
              where m.project_id = page.id and m.role = 'owner' and m.user_id not in (select user_id from session_read.inactive_user_v1)) as owners,
             (select count(*)::int from flags.members m where m.project_id = page.id) as members,
             (select count(*)::int from flags.environments e where e.project_id = page.id) as environments,
             (select count(*)::int from flags.flags f where f.project_id = page.id) as flags
      from page order by not has_owner desc, created_at desc, id desc`;
    const shown = rows.slice(0, limit);
    const projects = shown.map(({ has_owner: _rank, created_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
    }));
    const last = shown.at(-1);
    if (rows.length <= limit || !last) return { projects };
    const rank = last.has_owner ? 'owned' : 'left';
    return { projects, next: encodeCursor([rank, last.created_at.toISOString(), last.id]) };
  }

  /** The projects of an account, with its roles. @throws not_found */
  async ofAccount(userId: string): Promise<AccountProjectView[]> {
    const accounts = await this.database.sql<unknown[]>`
      select from session_read.user_v1 where user_id = ${userId}
      except all select from session_read.inactive_user_v1 where user_id = ${userId} and is_removed`;
    if (accounts.length === 0) throw notFound();
    return this.database.sql<AccountProjectView[]>`
      select p.id, p.name, m.role,
             (select coalesce(json_agg(json_build_object('name', e.name, 'role', own.value) order by e.name, e.id), '[]')
              from jsonb_each_text(m.environment_roles) own
              join flags.environments e on e.id = own.key::uuid and e.project_id = m.project_id) as environments
      from flags.members m join flags.projects p on p.id = m.project_id
      where m.user_id = ${userId} order by p.name, p.id`;
  }
}
