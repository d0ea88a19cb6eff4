import { decodePageStart, PAGE_BYTES } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type EntryPage, type EntryRow, toEntryPage } from './entry-page.js';

const PAGE = 100;
/** What JSON writes around the values of an entry: names of fields, ids, names, times. */
const AROUND_ENTRY = 500;

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
   * Newest first. The tag writes null into the text, so Postgres plans each combination of filters on its own and drops the
   * conditions of those that are not given. Postgres cuts the page by bytes as well as by rows, from the sizes that were
   * stored with the values and without reading these. A page has one entry at least, however large it is.
   */
  async page(filter: EntryFilter, cursor: string | undefined, limit = PAGE): Promise<EntryPage> {
    const { user_id = null, flag_id = null, environment_id = null, action = null, from = null, to = null } = filter;
    const start = cursor === undefined ? null : decodePageStart(cursor);
    const rows = await this.database.sql<(EntryRow & { found: number })[]>`
      with found as (
        select id, action, project_id, flag_id, flag_key, environment_id, environment_name, user_id, user_name, old_values,
               new_values, request_id, created_at,
               ${AROUND_ENTRY}::int + coalesce(
                 value_bytes,
                 coalesce(octet_length(old_values::text), 0) + coalesce(octet_length(new_values::text), 0)) as bytes
        from audit.entries
        where project_id = ${filter.project_id}
          and (${user_id}::uuid is null or user_id = ${user_id}::uuid)
          and (${flag_id}::uuid is null or flag_id = ${flag_id}::uuid)
          and (${environment_id}::uuid is null or environment_id = ${environment_id}::uuid)
          and (${action}::text is null or action = ${action}::text)
          and (${from}::timestamptz is null or created_at >= ${from}::timestamptz)
          and (${to}::timestamptz is null or created_at < ${to}::timestamptz)
          and (${start?.id ?? null}::uuid is null
               or (created_at, id) < (${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid))
        order by created_at desc, id desc
        limit ${limit + 1}
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
