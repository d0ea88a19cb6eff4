import { decodePageStart, PAGE_BYTES } from '@burgee/contracts/http';
import { FLAG_SWITCH } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SWITCHING_ACTION, SWITCHING_EDIT } from '../chain/switching-edit.js';
import { type ReadPage, toEntryPage } from './entry-page.js';
import { PeopleQuery } from './people.query.js';
import { peopleIn, type StoredContent, toEntryView } from './to-entry-view.js';

const PAGE = 100;
/** What the name of a person adds to an entry at most. */
const NAME_BYTES = 200;

const FILTERED = ['flag_id', 'user_id', 'environment_id'] as const;
const [FIRST_ID, LAST_ID] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

/** Equality on each given column, and a span of time: `from` is in it, `to` is not. */
export interface EntryFilter {
  project_id: string;
  user_id?: string;
  flag_id?: string;
  environment_id?: string;
  /** Or `flag_switch`, for all that switched a flag. */
  action?: string;
  from?: string;
  to?: string;
}

/** Entries that are one range of one index for each action that is present. */
interface Range {
  /** In SQL, of an entry `e`; `wanted` is the same of an action that is `present`. */
  keyed: { entry: string; wanted: string };
  present: string;
  /** What the index has entries of; empty where it has all. */
  where: string;
}

const OF_ACTIONS: Range = {
  keyed: { entry: 'e.action', wanted: 'present.action' },
  present: '(asked.action is null or present.action = asked.action)',
  where: '',
};
const SWITCHING_EDITS: Range = {
  keyed: { entry: SWITCHING_ACTION, wanted: SWITCHING_ACTION },
  present: `present.action = 'flag_update'`,
  where: `and ${SWITCHING_EDIT}`,
};

/** The newest of each range, as far as a page may need them. All that callers give is in `asked`. */
function newestOf({ keyed, present, where }: Range, filter: EntryFilter, limit: number): string {
  const given = FILTERED.filter((column) => filter[column] !== undefined);
  const range = FILTERED.map((column) => (given.includes(column) ? `e.${column}` : 'null')).join(', ');
  const key = `audit.range_key(e.chain_id, ${keyed.entry}, ${range})`;
  const columns = (row: string) => given.map((column) => `, ${row}.${column}`).join('');
  return `
    select newest.content, newest.created_at, newest.id
    from asked cross join present
    cross join audit.range_key(asked.chain_id, ${keyed.wanted}, asked.flag_id, asked.user_id, asked.environment_id) as wanted
    cross join lateral (
      select e.*
      from audit.entries e
      where (${key}, e.created_at, e.id) < (wanted, asked.before, asked.before_id)
        and (${key}, e.created_at, e.id) >= (wanted, asked.since, '${FIRST_ID}') ${where}
      order by ${key} desc, e.created_at desc, e.id desc
      limit ${limit + 1}
    ) newest
    where ${present} and (newest.chain_id, newest.action${columns('newest')}) = (asked.chain_id, present.action${columns('asked')})`;
}

@Injectable()
export class EntryQuery {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly people: PeopleQuery,
  ) {}

  /**
   * Newest first. In each month, the entries of one action that match a combination of filters are one range of one index, by
   * `audit.range_key`; so are those of edits that switched. The newest of each month and range are merged; a chain knows its
   * actions. Rows are compared as a whole and ordered by all of that index, so that no statistics lead Postgres to another plan.
   *
   * Postgres cuts the page by bytes as well as by rows, without reading what it cuts. A page has one entry at least, however
   * large it is. Of each action as many entries are compared as the page may have.
   */
  async page(filter: EntryFilter, cursor: string | undefined, limit = PAGE): Promise<ReadPage> {
    const { project_id, action, from = '-infinity', to = 'infinity' } = filter;
    const start = cursor === undefined ? { createdAt: 'infinity', id: LAST_ID } : decodePageStart(cursor);
    const isSwitch = action === FLAG_SWITCH;
    const ranges = isSwitch ? [OF_ACTIONS, SWITCHING_EDITS] : [OF_ACTIONS];
    const newest = () => ranges.map((range) => newestOf(range, filter, limit)).join(' union all ');
    const rows = await this.database.sql<{ content: string; found: number; looked_at: number }[]>`
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
        select newest.content, newest.created_at, newest.id, octet_length(newest.content) + ${NAME_BYTES}::int as bytes,
               sum(octet_length(newest.content)) over ()::float8 as looked_at
        from (${newest}) newest
        order by newest.created_at desc, newest.id desc
        limit ${limit + 1}
      )
      select content, found, looked_at
      from (
        select content, created_at, id, looked_at, count(*) over () as found, row_number() over in_order as position,
               sum(bytes) over in_order as bytes_so_far
        from found
        window in_order as (order by created_at desc, id desc rows unbounded preceding)
      ) measured
      where position <= ${limit}::int and (position = 1 or bytes_so_far <= ${PAGE_BYTES}::int)
      order by created_at desc, id desc`;
    const stored = rows.map(({ content }) => JSON.parse(content) as StoredContent);
    const people = await this.people.byId(stored.flatMap(peopleIn));
    const entries = stored.map((one) => toEntryView(one, people));
    const read = rows.reduce((sum, { content }) => sum + content.length, 0);
    const compared = Math.max(0, (rows[0]?.looked_at ?? 0) - read);
    return { ...toEntryPage(entries, (rows[0]?.found ?? 0) > rows.length), read, compared };
  }
}
