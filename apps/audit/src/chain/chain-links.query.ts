import { FLAG_SWITCH } from '@burgee/contracts/wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { ChainLink } from './hash-link.js';
import { TOGGLING_EDIT } from './toggling-edit.js';

/** Postgres takes some tens of milliseconds for this many, and they fit in memory. */
const NUMBERS_AT_ONCE = 5_000;
const LINKS_AT_ONCE = 1_000;
const BYTES_AT_ONCE = 1_000_000;

const FILTERED = ['flag_id', 'user_id', 'environment_id', 'action'] as const;

export interface LinkFilter {
  flag_id?: string;
  user_id?: string;
  environment_id?: string;
  action?: string;
  from?: string;
  to?: string;
}

export interface LinkRow extends ChainLink {
  columns: Record<(typeof FILTERED)[number] | 'id' | 'project_id' | 'created_at', string | null>;
}

type Row = Omit<ChainLink, 'columns'> & Omit<LinkRow['columns'], 'created_at'> & { created_at: Date; found: number };

function toLink({ seq, hash, content, found: _found, created_at, ...columns }: Row): LinkRow {
  return { seq, hash, content, columns: { ...columns, created_at: created_at.toISOString() } };
}

@Injectable()
export class ChainLinksQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * The links after one number and up to another that pass the filters, in parts. A part that has matches yields at
   * least one link, however large that link is.
   */
  async *between(
    chainId: string,
    after: number,
    upTo: number,
    filter: LinkFilter = {},
  ): AsyncGenerator<LinkRow[], void> {
    for (let from = after; from < upTo;) {
      const to = Math.min(from + NUMBERS_AT_ONCE, upTo);
      const rows = await this.read(chainId, from, to, filter);
      const last = rows.at(-1);
      // The query cut this part short: continue after its last link.
      from = last && (last.found > rows.length || last.found === LINKS_AT_ONCE) ? last.seq : to;
      yield rows.map(toLink);
    }
  }

  private read(chainId: string, from: number, to: number, filter: LinkFilter): Promise<Row[]> {
    const [flag, user, environment, action] = FILTERED.map((name) => filter[name] ?? null);
    const { from: since = '-infinity', to: before = 'infinity' } = filter;
    return this.database.sql<Row[]>`
      select seq, encode(hash, 'hex') as hash, content, id, action, chain_id as project_id, flag_id, user_id, environment_id,
             created_at, found::int
      from (
        select l.*, count(*) over () as found, row_number() over in_order as position,
               sum(octet_length(content)) over in_order as bytes_so_far
        from (
          select * from audit.entries
          where chain_id = ${chainId} and seq > ${from} and seq <= ${to}
            and (${flag}::uuid is null or flag_id = ${flag}::uuid) and (${user}::uuid is null or user_id = ${user}::uuid)
            and (${environment}::uuid is null or environment_id = ${environment}::uuid)
            and (${action}::text is null or action = ${action}::text
                 or ${action}::text = ${FLAG_SWITCH} and (action = 'flag_toggle' or ${() => TOGGLING_EDIT}))
            and created_at >= ${since}::timestamptz and created_at < ${before}::timestamptz
          order by seq limit ${LINKS_AT_ONCE}
        ) l
        window in_order as (order by seq rows unbounded preceding)
      ) measured
      where position = 1 or bytes_so_far <= ${BYTES_AT_ONCE}
      order by seq`;
  }
}
