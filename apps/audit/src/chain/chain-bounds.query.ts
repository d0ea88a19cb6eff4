import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CHAIN_START, type ChainPosition } from './hash-link.js';

/** The first and the last position of a chain. Months that were dropped are before the first. */
export interface ChainBounds {
  begins: ChainPosition;
  head: ChainPosition;
}

interface Row {
  seq: number;
  hash: string;
  begins_seq: number;
  begins_hash: string;
}

@Injectable()
export class ChainBoundsQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** For a project without entries, both bounds are the start. */
  async of(chainId: string): Promise<ChainBounds> {
    const [row] = await this.database.sql<Row[]>`
      with kept as (select coalesce((select entries_since from audit.retention), '-infinity') as since)
      select c.seq, encode(c.hash, 'hex') as hash, coalesce(d.seq, 0) as begins_seq, encode(coalesce(d.hash, ''), 'hex') as begins_hash
      from audit.chains c cross join kept
      left join lateral (
        select c.seq, c.hash where c.month < kept.since
        union all (
          select a.seq, a.hash from audit.anchors a
          where a.chain_id = c.chain_id and a.month < kept.since and c.month >= kept.since
          order by a.month desc limit 1)
      ) d on true
      where c.chain_id = ${chainId}`;
    if (!row) return { begins: CHAIN_START, head: CHAIN_START };
    return { begins: { seq: row.begins_seq, hash: row.begins_hash }, head: { seq: row.seq, hash: row.hash } };
  }
}
