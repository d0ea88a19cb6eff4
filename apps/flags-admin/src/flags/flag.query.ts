import {
  decodeKey,
  type FlagValueView,
  type FlagView,
  LISTED_VALUE_CHARACTERS,
  type ListFlagsQuery,
  PAGE_BYTES,
} from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type FlagPage, likePattern, toFlagPage } from './flag-page.js';
import { FLAG_COLUMNS, type FlagRow, flagView, valueView } from './flag-row.js';
import { flagSummary, summariesOfFlags } from './flag-summary.js';
import { namesOfPeople } from './names-of-people.js';
import { readFlag, valuesOfFlags } from './read-flag.js';

const PAGE = 100;
/** The JSON around the texts of a flag and of a value: field names, ids, times. */
const AROUND = {
  all: { flag: 650, value: 420, page: PAGE_BYTES },
  // The table of 300 flags in 7 environments in one page; it repeats so much that it is 40 kB on the wire.
  summary: { flag: 390, value: 210, page: 6 * PAGE_BYTES },
} as const;
/** The bytes of a listed value in UTF-8. */
const LISTED_BYTES = 4 * LISTED_VALUE_CHARACTERS;

@Injectable()
export class FlagQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws not_found */
  one(flagId: string): Promise<FlagView> {
    return readFlag(this.database.manager, flagId);
  }

  async isArchived(projectId: string, key: string): Promise<boolean> {
    const rows = await this.database.sql<unknown[]>`
      select from flags.flags where project_id = ${projectId} and key = ${key} and archived_at is not null`;
    return rows.length > 0;
  }

  /** The values of a flag in the order of creation of environments. */
  async values(flagId: string): Promise<FlagValueView[]> {
    const rows = await valuesOfFlags(this.database.manager, [flagId]);
    return rows.map(valueView);
  }

  /**
   * The flags of a project with their values, in the order of keys. Postgres cuts the page by rows and by bytes, from
   * the lengths of the texts without reading them. A page has at least one flag, however large.
   */
  async page(projectId: string, query: ListFlagsQuery): Promise<FlagPage> {
    const { fields = 'all' } = query;
    const { flag: aroundFlag, value: aroundValue, page: pageBytes } = AROUND[fields];
    const isWhole = fields === 'all';
    const { search, type, state, archived = 'false', tag, owner, cursor, limit = PAGE } = query;
    const { environment, created_after, created_before, kind, ends_before } = query;
    const pattern = search === undefined ? null : likePattern(search);
    const rows = await this.database.sql<(FlagRow & { found: number })[]>`
      with environment as (
        select id, ${aroundValue}::int + case when ${isWhole}::boolean
                     then octet_length(name) + octet_length(slug) + octet_length(icon) else 0 end as bytes
        from flags.environments where project_id = ${projectId}
      ), found as (
        select ${FLAG_COLUMNS}
        from flags.flags f
        where f.project_id = ${projectId} and f.key > ${cursor === undefined ? '' : decodeKey(cursor)}
          and (f.archived_at is not null) = ${archived === 'true'}::boolean
          and (${pattern}::text is null or f.key ilike ${pattern} or f.name ilike ${pattern})
          and (${type ?? null}::text is null or f.type = ${type ?? null})
          and (${tag ?? null}::text is null or ${tag ?? null} = any(f.tags))
          and (${owner ?? null}::uuid is null or f.owner_id = ${owner ?? null}::uuid)
          and (${kind ?? null}::text is null or f.kind = ${kind ?? null})
          and (${ends_before ?? null}::date is null or f.ends_on < ${ends_before ?? null}::date)
          and f.created_at >= coalesce(${created_after ?? null}::timestamptz, '-infinity')
          and f.created_at < coalesce(${created_before ?? null}::timestamptz, 'infinity')
          -- Not exists(): of that Postgres makes a hash of the values of all tenants.
          and (${state ?? null}::text is null or (${state ?? null} = 'on') = coalesce((
            select true from flags.flag_values v
            where v.flag_id = f.id and v.is_enabled
              and (${environment ?? null}::uuid is null or v.environment_id = ${environment ?? null}::uuid)
            limit 1), false))
        order by f.key
        -- A page of flags without any text has fewer than this, so that no more are measured.
        limit least(
          ${limit + 1}::int,
          2 + ${pageBytes}::int / (${aroundFlag}::int + (select coalesce(sum(bytes), 0) from environment)))
      )
      select ${FLAG_COLUMNS}, found
      from (
        select found.*, count(*) over () as found, row_number() over in_order as position,
               sum(size.bytes) over in_order as bytes
        from found cross join lateral (
          select ${aroundFlag}::int + octet_length(found.key) + octet_length(found.name)
                 + case when ${isWhole}::boolean then coalesce(octet_length(found.description), 0) else 0 end
                 + octet_length(array_to_string(found.tags, '","'))
                 + coalesce(sum(e.bytes + case when ${isWhole}::boolean then coalesce(octet_length(v.targeting_attribute), 0)
                     + coalesce(octet_length(v.targeting_value), 0) + coalesce(octet_length(v.targeting_return_value), 0)
                   else least(coalesce(octet_length(v.targeting_return_value), 0), ${LISTED_BYTES}::int) end), 0) as bytes
          from flags.flag_values v join environment e on e.id = v.environment_id
          where v.flag_id = found.id
        ) size
        window in_order as (order by found.key rows unbounded preceding)
      ) measured
      where position <= ${limit}::int and (position = 1 or bytes <= ${pageBytes}::int)
      order by key`;
    const shown = rows.map(({ found: _found, ...flag }) => flag);
    const { manager } = this.database;
    const ids = shown.map((flag) => flag.id);
    const hasNext = (rows[0]?.found ?? 0) > shown.length;
    const names = await namesOfPeople(manager, shown);
    if (isWhole)
      return toFlagPage(shown, await valuesOfFlags(manager, ids), (flag, own) => flagView(flag, own, names), hasNext);
    const values = await summariesOfFlags(manager, ids);
    return toFlagPage(shown, values, (flag, own) => flagSummary(flag, own, names), hasNext);
  }
}
