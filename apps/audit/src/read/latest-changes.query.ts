import { decodeId, encodeCursor, type LatestChange, PAGE_BYTES } from '@burgee/contracts/http';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ERASED_NAME } from './to-entry-view.js';

const PAGE = 100;
/** The JSON around the texts of a change: field names, ids, the action, a time. */
const AROUND_CHANGE = 300;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Row = Omit<LatestChange, 'created_at'> & { created_at: Date; found: number };

interface LatestPage {
  changes: LatestChange[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

@Injectable()
export class LatestChangesQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * The newest entry of each existing flag in the order of flag ids, from a table with one row per flag. A page is cut
   * by rows and by bytes.
   */
  async page(projectId: string, cursor: string | undefined, limit = PAGE): Promise<LatestPage> {
    const after = cursor === undefined ? FIRST_ID : decodeId(cursor);
    const rows = await this.database.sql<Row[]>`
      with found as (
        select l.flag_id, l.action, l.environment_id, l.environment_name, l.user_id, coalesce(p.name, ${ERASED_NAME}) as user_name,
               l.created_at,
               ${AROUND_CHANGE}::int + coalesce(octet_length(l.environment_name), 0) + coalesce(octet_length(p.name), 0) as bytes
        from audit.latest l
        left join audit.people p on p.person_id = l.user_id
        where l.chain_id = ${projectId} and l.flag_id > ${after}::uuid and l.action <> 'flag_delete'
          -- The entry of a deletion may still be on its way.
          -- Not exists(): of that Postgres makes a hash of the flags of all tenants.
          and (select true from access_read.flag_v1 f where f.flag_id = l.flag_id and f.project_id = l.chain_id)
        order by l.chain_id, l.flag_id
        limit ${limit + 1}
      )
      select flag_id, action, environment_id, environment_name, user_id, user_name, created_at, found
      from (
        select found.*, count(*) over () as found, row_number() over in_order as position,
               sum(bytes) over in_order as bytes_so_far
        from found
        window in_order as (order by flag_id rows unbounded preceding)
      ) measured
      where position <= ${limit}::int and (position = 1 or bytes_so_far <= ${PAGE_BYTES}::int)
      order by flag_id`;
    const last = rows.at(-1);
    return {
      changes: rows.map(({ found: _found, ...row }) => ({ ...row, created_at: row.created_at.toISOString() })),
      ...(last && last.found > rows.length && { next: encodeCursor([last.flag_id]) }),
    };
  }
}
