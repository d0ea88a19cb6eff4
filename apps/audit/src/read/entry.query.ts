import { decodePageStart, PAGE_BYTES } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type EntryPage, type EntryRow, toEntryPage } from './entry-page.js';

const PAGE = 100;
/** What JSON writes around the values of an entry: names of fields, ids, names, times. */
const AROUND_ENTRY = 500;

/** In the order in which indexes have them, between the project and the action. */
const FILTERED = ['flag_id', 'user_id', 'environment_id'] as const;
const [FIRST_ID, LAST_ID] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** Equality on each given column, and a span of time: `from` is in it, `to` is not. */
export interface EntryFilter {
  project_id: string;
  user_id?: string;
  flag_id?: string;
  environment_id?: string;
  action?: string;
  from?: string;
  to?: string;
}

@Injectable()
export class EntryQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Newest first. Each combination of filters has an index in which its entries of one action are one range. Rows are
   * compared as a whole and ordered by all columns of that index, so that no statistics lead Postgres to another one. Without
   * an action, those that exist are found by steps from one to the next, and the newest entries of each are merged.
   *
   * Postgres cuts the page by bytes as well as by rows, from the sizes that were stored with the values and without reading
   * these. A page has one entry at least, however large it is.
   */
  async page(filter: EntryFilter, cursor: string | undefined, limit = PAGE): Promise<EntryPage> {
    const { action = null, from = '-infinity', to = 'infinity' } = filter;
    const start = cursor === undefined ? { createdAt: 'infinity', id: LAST_ID } : decodePageStart(cursor);
    const given = ['project_id', ...FILTERED.filter((column) => filter[column] !== undefined)] as const;
    const columns = () => given.join(', ');
    const descending = () => given.map((column) => `${column} desc`).join(', ');
    const values = () => given.map((column) => filter[column as keyof EntryFilter]);
    const rows = await this.database.sql<(EntryRow & { found: number })[]>`
      with recursive span as (
        select ${from}::timestamptz as since, least(${to}::timestamptz, ${start.createdAt}::timestamptz) as before,
               case when ${to}::timestamptz <= ${start.createdAt}::timestamptz then ${FIRST_ID}::uuid
                    else ${start.id}::uuid end as before_id
      ),
      actions as (
        select coalesce(${action}::text, '') as action
        union all
        select (select e.action from audit.entries e
                where (${columns}, e.action) > (${values}, actions.action) and (${columns}) <= (${values})
                order by ${columns}, e.action
                limit 1)
        from actions
        where ${action}::text is null and actions.action is not null
      ),
      newest as (
        select of_action.created_at, of_action.id
        from span cross join actions cross join lateral (
          select e.created_at, e.id
          from audit.entries e
          where (${columns}, e.action, e.created_at, e.id) < (${values}, actions.action, span.before, span.before_id)
            and (${columns}, e.action, e.created_at, e.id) >= (${values}, actions.action, span.since, ${FIRST_ID})
          order by ${descending}, e.action desc, e.created_at desc, e.id desc
          limit ${limit + 1}
        ) of_action
        where actions.action <> ''
        order by of_action.created_at desc, of_action.id desc
        limit ${limit + 1}
      ),
      found as (
        select entry.*,
               ${AROUND_ENTRY}::int + coalesce(
                 value_bytes,
                 coalesce(octet_length(old_values::text), 0) + coalesce(octet_length(new_values::text), 0)) as bytes
        from newest cross join lateral (select * from audit.entries e where e.id = newest.id limit 1) entry
      )
      select id, action, project_id, flag_id, flag_key, environment_id, environment_name, user_id, user_name, old_values,
             new_values, request_id, created_at, found
      from (
        select found.*, count(*) over () as found, row_number() over in_order as position,
               sum(bytes) over in_order as bytes_so_far
        from found
        window in_order as (order by created_at desc, id desc rows unbounded preceding)
      ) measured
      where position <= ${limit}::int and (position = 1 or bytes_so_far <= ${PAGE_BYTES}::int)
      order by created_at desc, id desc`;
    return toEntryPage(
      rows.map(({ found: _found, ...entry }) => entry),
      (rows[0]?.found ?? 0) > rows.length,
    );
  }
}
