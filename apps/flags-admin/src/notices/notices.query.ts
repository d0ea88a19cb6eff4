import {
  decodeNoticeStart,
  encodeCursor,
  type ListNoticesQuery,
  type NoticeView,
  PAGE_BYTES,
  type ReadNotices,
  type ReadNoticesRequest,
} from '@burgee/contracts/http';
import { DomainError } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

interface NoticePage {
  notices: NoticeView[];
  /** The cursor of the next page; undefined on the last. */
  next?: string;
}

interface Row extends Omit<NoticeView, 'created_at' | 'read_at'> {
  created_at: Date;
  read_at: Date | null;
  found: number;
}

const PAGE = 50;
const AT_ONCE = 200;
/** The JSON around the texts of a notice. */
const AROUND_NOTICE = 500;

/** An account's own notices, most of projects that it is a member of: they end with the membership. */
@Injectable()
export class NoticesQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Unread first, newest first. A page is cut by rows and by bytes. @throws invalid_request for an invalid cursor */
  async page(userId: string, { limit = PAGE, cursor }: ListNoticesQuery): Promise<NoticePage> {
    const start = cursor === undefined ? null : decodeNoticeStart(cursor);
    const rows = await this.database.sql<Row[]>`
      with found as (
        select n.*, row_number() over in_order as position, count(*) over () as found,
               sum(${AROUND_NOTICE}::int + octet_length(n.about::text)) over in_order as bytes
        from flags.notices n
        where n.user_id = ${userId}
          and (${start === null}
               or (n.read_at is null, n.created_at, n.id)
                  < (${start?.isUnread ?? null}::boolean, ${start?.createdAt ?? null}::timestamptz, ${start?.id ?? null}::uuid))
        window in_order as (order by n.read_at is null desc, n.created_at desc, n.id desc rows unbounded preceding)
      )
      select n.id, n.project_id, p.name as project_name, n.kind, n.about, n.actor_id, u.name as actor_name,
             n.created_at, n.read_at, n.found
      from found n
      left join flags.projects p on p.id = n.project_id
      left join session_read.user_v1 u on u.user_id = n.actor_id
      where n.position <= ${limit}::int and (n.position = 1 or n.bytes <= ${PAGE_BYTES}::int)
      order by n.position`;
    const last = rows.at(-1);
    const hasNext = (rows[0]?.found ?? 0) > rows.length;
    const notices = rows.map(({ found: _found, created_at, read_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      read_at: read_at?.toISOString() ?? null,
    }));
    if (!hasNext || !last) return { notices };
    return {
      notices,
      next: encodeCursor([last.created_at.toISOString(), last.id, last.read_at ? 'read' : 'unread']),
    };
  }

  /** All of them, in the same order. */
  async all(userId: string): Promise<NoticeView[]> {
    const found: NoticeView[] = [];
    for (let cursor: string | undefined, isLast = false; !isLast; isLast = cursor === undefined) {
      const { notices, next } = await this.page(userId, { limit: AT_ONCE, ...(cursor && { cursor }) });
      found.push(...notices);
      cursor = next;
    }
    return found;
  }

  /** @throws invalid_request */
  async read(userId: string, { ids, all = false }: ReadNoticesRequest): Promise<ReadNotices> {
    if ((ids !== undefined) === all) throw oneOf();
    // In the order in which a change of a plan takes one back and makes another.
    await this.database.sql`
      update flags.notices set read_at = clock_timestamp() where id in (
        select id from flags.notices
        where user_id = ${userId} and read_at is null and (${all} or id = any(${ids ?? []}::uuid[]))
        order by subject_id, kind desc for update)`;
    const [row] = await this.database.sql<{ unread: number }[]>`
      select count(*)::int as unread from flags.notices where user_id = ${userId} and read_at is null`;
    return { unread: row?.unread ?? 0 };
  }
}

function oneOf(): DomainError {
  const detail = 'must be true, unless ids names the notices';
  return new DomainError('invalid_request', 'Send the "ids" of notices, or "all": true.', {
    errors: [{ pointer: '/all', detail }],
  });
}
