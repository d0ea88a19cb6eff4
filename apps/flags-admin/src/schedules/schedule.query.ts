import {
  decodePageStart,
  encodeCursor,
  PAGE_BYTES,
  type SchedulesQuery,
  type ScheduleView,
} from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { NamesOfPeople } from '../flags/flag-row.js';
import { SCHEDULE_COLUMNS, type ScheduleContext, type ScheduleRow, scheduleView } from './schedule-row.js';

export interface SchedulePage {
  schedules: ScheduleView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

type Row = ScheduleRow & ScheduleContext;

const PAGE = 100;
/** The JSON around the texts of a schedule. */
const AROUND_SCHEDULE = 1_000;

const SHOWN = (): string => `
  ${SCHEDULE_COLUMNS()}, f.key as flag_key, f.name as flag_name, f.type as flag_type, e.name as environment_name,
  u.name as author_name, to_json(v) as value`;

const JOINED = (): string => `
  join flags.flags f on f.id = s.flag_id
  join flags.environments e on e.id = s.environment_id
  join flags.flag_values v on v.flag_id = s.flag_id and v.environment_id = s.environment_id
  left join session_read.user_v1 u on u.user_id = s.author_id`;

/** The order of a page: open schedules by next step, ended ones latest first. */
const ORDERS = {
  open: { isIn: 's.ended_at is null', time: 's.next_at', after: '>', order: 's.next_at, s.id' },
  ended: { isIn: 's.ended_at is not null', time: 's.ended_at', after: '<', order: 's.ended_at desc, s.id desc' },
} as const;

@Injectable()
export class ScheduleQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws not_found, also for a schedule of another project */
  async one(projectId: string, id: string, manager = this.database.manager): Promise<ScheduleView> {
    const [row] = await manager.sql<Row[]>`
      select ${SHOWN} from flags.schedules s ${JOINED} where s.id = ${id} and s.project_id = ${projectId}`;
    if (!row) throw notFound();
    return scheduleView(row, await this.approversOf([row], manager));
  }

  /** A page is cut by rows and by bytes. @throws invalid_request for an invalid cursor */
  async page(projectId: string, query: SchedulesQuery): Promise<SchedulePage> {
    const { flag = null, environment = null, state = 'open', limit = PAGE, cursor } = query;
    const start = cursor === undefined ? undefined : decodePageStart(cursor);
    const { isIn, time, after, order } = ORDERS[state];
    const rows = await this.database.sql<(Row & { found: number; sort_at: Date })[]>`
      with found as (
        select s.id, row_number() over (order by ${() => order}) as position,
               ${AROUND_SCHEDULE}::int + octet_length(s.steps::text) + coalesce(octet_length(s.name), 0)
               + coalesce(octet_length(v.targeting_value), 0) + coalesce(octet_length(v.targeting_return_value), 0) as bytes
        from flags.schedules s
        join flags.flag_values v on v.flag_id = s.flag_id and v.environment_id = s.environment_id
        where s.project_id = ${projectId} and ${() => isIn}
          and (${flag}::uuid is null or s.flag_id = ${flag}::uuid)
          and (${environment}::uuid is null or s.environment_id = ${environment}::uuid)
          and (${start === undefined} or (${() => time}, s.id) ${() => after} (${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid))
        order by ${() => order}
        limit ${limit + 1}::int
      ), measured as (
        select id, position, count(*) over () as found, sum(bytes) over (order by position) as bytes from found
      )
      select ${SHOWN}, m.found, ${() => time} as sort_at
      from measured m join flags.schedules s using (id) ${JOINED}
      where m.position <= ${limit}::int and (m.position = 1 or m.bytes <= ${PAGE_BYTES}::int)
      order by m.position`;
    const names = await this.approversOf(rows);
    const schedules = rows.map(({ found: _found, sort_at: _at, ...row }) => scheduleView(row, names));
    const last = rows.at(-1);
    const hasNext = (rows[0]?.found ?? 0) > rows.length;
    return { schedules, ...(hasNext && last && { next: encodeCursor([last.sort_at.toISOString(), last.id]) }) };
  }

  private async approversOf(rows: readonly ScheduleRow[], manager = this.database.manager): Promise<NamesOfPeople> {
    const ids = rows.flatMap(({ approval }) => approval?.approver_ids ?? []);
    if (ids.length === 0) return new Map();
    const people = await manager.sql<{ user_id: string; name: string }[]>`
      select user_id, name from session_read.user_v1 where user_id = any(${ids}::uuid[])`;
    return new Map(people.map(({ user_id, name }) => [user_id, name]));
  }
}
