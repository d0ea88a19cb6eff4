import {
  type ChangeRequestView,
  decodePageStart,
  encodeCursor,
  type ListChangeRequestsQuery,
  PAGE_BYTES,
} from '@burgee/contracts/http';
import { notFound } from '@burgee/service-kit';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  type ChangeRequestRow,
  factsOf,
  membersIn,
  peopleOf,
  presentValues,
  REQUEST_COLUMNS,
} from './change-request-row.js';
import { changeRequestView } from './change-request-view.js';

interface RequestPage {
  requests: ChangeRequestView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

/** Whose approval requests wait for, and the environments in which it counts. */
export interface Reviewer {
  userId: string;
  environmentIds: readonly string[];
}

const PAGE = 20;
/** The condition of the partial index on open requests. */
const IS_IN = { open: 'r.closed_at is null', closed: 'r.closed_at is not null' } as const;
/** The JSON around the texts of a request. */
const AROUND_REQUEST = 1_000;

/** Change requests with their current state. */
@Injectable()
export class ChangeRequestsQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Newest first. A page is cut by rows and by bytes.
   * @param reviewer only requests in review by others in these environments
   * @throws invalid_request for an invalid cursor
   */
  async page(
    projectId: string,
    { state = 'open', cursor, limit = PAGE }: ListChangeRequestsQuery,
    reviewer: Reviewer | null = null,
  ): Promise<RequestPage> {
    const start = cursor === undefined ? null : decodePageStart(cursor);
    // The texts of its flags may have grown since the request was created.
    const rows = await this.database.sql<(ChangeRequestRow & { found: number })[]>`
      with found as materialized (
        select r.id, r.environment_id, r.created_at, r.changes, r.plan from flags.change_requests r
        where r.project_id = ${projectId} and ${() => IS_IN[state]}
          and (${start?.id ?? null}::uuid is null
               or (r.created_at, r.id) < (${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid))
          and (${reviewer?.userId ?? null}::uuid is null
               or (r.state = 'in_review' and r.author_id <> ${reviewer?.userId ?? null}::uuid
                   and r.environment_id = any(${reviewer?.environmentIds ?? null}::uuid[])))
        order by r.created_at desc, r.id desc
        limit ${limit + 1}::int
      ), measured as (
        select id, count(*) over () as found, row_number() over in_order as position,
               sum(${AROUND_REQUEST}::int + octet_length(changes::text) + coalesce(octet_length(plan::text), 0)
                   + coalesce(texts.bytes, 0)) over in_order as bytes
        from found left join lateral (
          select sum(coalesce(octet_length(v.targeting_value), 0) + coalesce(octet_length(v.targeting_return_value), 0)) as bytes
          from jsonb_array_elements(found.changes) c
          join flags.flag_values v on v.flag_id = (c ->> 'flag_id')::uuid and v.environment_id = found.environment_id
        ) texts on true
        window in_order as (order by created_at desc, id desc rows unbounded preceding)
      )
      select ${REQUEST_COLUMNS}, m.found
      from measured m join flags.change_requests r using (id) join flags.environments e on e.id = r.environment_id
      where m.position <= ${limit}::int and (m.position = 1 or m.bytes <= ${PAGE_BYTES}::int)
      order by m.position`;
    const requests = await this.views(projectId, rows);
    const last = requests.at(-1);
    const hasNext = (rows[0]?.found ?? 0) > rows.length;
    return { requests, ...(hasNext && last && { next: encodeCursor([last.created_at, last.id]) }) };
  }

  /** @throws not_found */
  async one(projectId: string, id: string): Promise<ChangeRequestView> {
    const rows = await this.database.sql<ChangeRequestRow[]>`
      select ${REQUEST_COLUMNS}
      from flags.change_requests r join flags.environments e on e.id = r.environment_id
      where r.project_id = ${projectId} and r.id = ${id}`;
    const [view] = await this.views(projectId, rows);
    if (!view) throw notFound();
    return view;
  }

  private async views(projectId: string, rows: readonly ChangeRequestRow[]): Promise<ChangeRequestView[]> {
    if (rows.length === 0) return [];
    const { manager } = this.database;
    const people = rows.flatMap(peopleOf);
    const present = await presentValues(manager, rows);
    const members = await membersIn(manager, projectId, people);
    const named = await manager.sql<{ user_id: string; name: string }[]>`
      select user_id, name from session_read.user_v1 where user_id = any(${people}::uuid[])`;
    const names = new Map(named.map(({ user_id, name }) => [user_id, name]));
    return rows.map((row) => changeRequestView(row, factsOf(row, members, present), { present, names, members }));
  }
}
