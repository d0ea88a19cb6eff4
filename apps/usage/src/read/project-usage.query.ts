import { decodeId, encodeCursor, type FlagUsageSummary } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

const PAGE = 100;
const APPS_AT_MOST = 5;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Row {
  flag_id: string;
  last_at: Date | null;
  hours: number[];
  apps: string[];
}

interface UsagePage {
  flags: FlagUsageSummary[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

@Injectable()
export class ProjectUsageQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @param environmentId when omitted, the sum over the project */
  async page(projectId: string, environmentId?: string, cursor?: string, limit = PAGE): Promise<UsagePage> {
    const after = cursor === undefined ? FIRST_ID : decodeId(cursor);
    const rows = await this.database.sql<Row[]>`
      with environments as (
        select environment_id from access_read.environment_v1
        where project_id = ${projectId} and environment_id = coalesce(${environmentId ?? null}::uuid, environment_id)
      ), page as (
        -- Keys of flags have the collation "C", and those that were counted have not: no index of theirs would be used.
        select flag_id, key collate "default" as key from usage_read.flag_v1
        where project_id = ${projectId} and flag_id > ${after}::uuid order by flag_id limit ${limit + 1}
      ), counts as materialized (
        select p.flag_id, c.hour, sum(c.count)::float8 as count
        from page p cross join environments e
        join usage.counts c on c.environment_id = e.environment_id and c.flag_key = p.key
          and c.hour > date_trunc('hour', now(), 'UTC') - interval '24 hours'
        group by p.flag_id, c.hour
      ), latest as materialized (
        select flag_id, max(last_at) as last_at,
               (array_agg(app order by last_at desc, app)
                filter (where last_at > now() - interval '30 days'))[1:${APPS_AT_MOST}::int] as apps
        from (
          select p.flag_id, l.app, max(l.last_at) as last_at
          from page p cross join environments e
          join usage.latest l on l.environment_id = e.environment_id and l.flag_key = p.key
          group by p.flag_id, l.app) by_app
        group by flag_id
      )
      select p.flag_id, l.last_at, coalesce(l.apps, '{}') as apps,
             array(select coalesce(c.count, 0)
                   from generate_series(23, 0, -1) ago
                   left join counts c on c.flag_id = p.flag_id
                     and c.hour = date_trunc('hour', now(), 'UTC') - make_interval(hours => ago)
                   order by ago desc) as hours
      from page p left join latest l on l.flag_id = p.flag_id order by p.flag_id`;
    const flags = rows
      .slice(0, limit)
      .map(({ flag_id, last_at, hours, apps }) => ({ flag_id, last_at: last_at?.toISOString() ?? null, hours, apps }));
    const last = flags.at(-1);
    return { flags, ...(last && rows.length > limit && { next: encodeCursor([last.flag_id]) }) };
  }
}
