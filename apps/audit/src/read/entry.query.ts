import { decodePageStart, PAGE_BYTES } from '@burgee/contracts/plain';
import { FLAG_SWITCH, type Role } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type ReadPage, toEntryPage } from './entry-page.js';
import { FIRST_ID, newestOf, OF_ACTIONS, SWITCHING_EDITS } from './newest-of-range.js';
import { PeopleQuery } from './people.query.js';
import { peopleIn, type StoredContent, toEntryView } from './to-entry-view.js';

const PAGE = 100;
/** The most that a person's name adds to an entry. */
const NAME_BYTES = 200;

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Equality on each given column, and a time span that includes `from` and excludes `to`. */
export interface EntryFilter {
  project_id: string;
  /** The reader's role, which says whose addresses the entries show. */
  role: Role;
  user_id?: string;
  flag_id?: string;
  environment_id?: string;
  /** Or `flag_switch` for all entries that toggled a flag. */
  action?: string;
  from?: string;
  to?: string;
}

@Injectable()
export class EntryQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly people: PeopleQuery,
  ) {}

  /**
   * Newest first. In each month, the entries of one action that match a combination of filters are one range of one
   * index (`audit.range_key`). Edits that toggled a flag have ranges of their own. The query merges the newest entries
   * of each month and range. A chain stores its actions. The query compares and orders whole rows by all columns of the
   * index, so that statistics cannot lead Postgres to another plan.
   *
   * Postgres cuts the page by rows and by bytes, without reading the rest. A page has at least one entry, however
   * large. For each action the query compares up to one page of entries.
   */
  async page(filter: EntryFilter, cursor: string | undefined, limit = PAGE): Promise<ReadPage> {
    const { project_id, action, from = '-infinity', to = 'infinity' } = filter;
    const start = cursor === undefined ? { createdAt: 'infinity', id: LAST_ID } : decodePageStart(cursor);
    const isSwitch = action === FLAG_SWITCH;
    const ranges = isSwitch ? [OF_ACTIONS, SWITCHING_EDITS] : [OF_ACTIONS];
    const newest = () => ranges.map((range) => newestOf(range, filter, limit)).join(' union all ');
    const rows = await this.database.sql<{ content: string; found: number }[]>`
      with asked as not materialized (
        select ${project_id}::uuid as chain_id, ${isSwitch ? 'flag_toggle' : (action ?? null)}::text as action,
               ${filter.flag_id ?? null}::uuid as flag_id, ${filter.user_id ?? null}::uuid as user_id,
               ${filter.environment_id ?? null}::uuid as environment_id,
               ${from}::timestamptz as since, least(${to}::timestamptz, ${start.createdAt}::timestamptz) as before,
               case when ${to}::timestamptz <= ${start.createdAt}::timestamptz then ${FIRST_ID}::uuid
                    else ${start.id}::uuid end as before_id
      ),
      present as not materialized (
        select action from audit.chains c cross join unnest(c.actions) action where c.chain_id = ${project_id}
      ),
      found as (
        select newest.content, newest.created_at, newest.id, octet_length(newest.content) + ${NAME_BYTES}::int as bytes
        from (${newest}) newest
        order by newest.created_at desc, newest.id desc
        limit ${limit + 1}
      )
      select content, found
      from (
        select content, created_at, id, count(*) over () as found, row_number() over in_order as position,
               sum(bytes) over in_order as bytes_so_far
        from found
        window in_order as (order by created_at desc, id desc rows unbounded preceding)
      ) measured
      where position <= ${limit}::int and (position = 1 or bytes_so_far <= ${PAGE_BYTES}::int)
      order by created_at desc, id desc`;
    const stored = rows.map(({ content }) => JSON.parse(content) as StoredContent);
    const people = await this.people.byId(stored.flatMap((one) => peopleIn(one, filter.role)));
    const entries = stored.map((one) => toEntryView(one, people, filter.role));
    const read = rows.reduce((sum, { content }) => sum + content.length, 0);
    return { ...toEntryPage(entries, (rows[0]?.found ?? 0) > rows.length), read };
  }
}
