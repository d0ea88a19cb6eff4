import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { SignedBeginning } from './beginning.js';
import { CHAIN_START, type ChainPosition } from './hash-link.js';

/** The first and the last position of a chain. Months that were dropped are before the first. */
export interface ChainBounds {
  begins: ChainPosition;
  head: ChainPosition;
  /** The signature of the first. */
  beginning?: SignedBeginning | undefined;
  /** Whether the migration lists the first, and audit has yet to sign it. */
  isUnsigned?: boolean | undefined;
  /** Whether an entry says that what came before the first was dropped. */
  isBeginningRecorded?: boolean | undefined;
}

type Signed = Pick<SignedBeginning, 'retention_months' | 'kid' | 'public_key' | 'signature'> & { signed_at: Date };

interface Row extends Partial<Signed> {
  seq: number;
  hash: string;
  begins_seq: number;
  begins_hash: string;
  recorded: boolean;
  unsigned: boolean;
}

const isSigned = (row: Row): row is Row & Signed => typeof row.signature === 'string';

@Injectable()
export class ChainBoundsQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** For a project without entries, both bounds are the start. In one statement: a month may be dropped at any time. */
  async of(chainId: string): Promise<ChainBounds> {
    const [row] = await this.database.sql<Row[]>`
      with kept as (select coalesce((select entries_since from audit.retention), '-infinity') as since)
      select c.seq, encode(c.hash, 'hex') as hash, coalesce(d.seq, 0) as begins_seq, encode(coalesce(d.hash, ''), 'hex') as begins_hash,
             b.chain_id is not null and b.signature is null as unsigned,
             b.retention_months, b.signed_at, b.kid, b.public_key, b.signature,
             d.seq is not null and exists (
               select from audit.entries e
               where audit.range_key(e.chain_id, e.action, null, null, null)
                   = audit.range_key(c.chain_id, 'history_dropped', null, null, null)
                 and e.chain_id = c.chain_id and e.action = 'history_dropped'
                 and strpos(e.content, format('"dropped":{"hash":"%s","seq":%s}', encode(d.hash, 'hex'), d.seq)) > 0) as recorded
      from audit.chains c cross join kept
      left join lateral audit.begins_after(c.chain_id, kept.since) d on true
      left join audit.beginnings b on b.chain_id = c.chain_id and b.seq = d.seq
      where c.chain_id = ${chainId}`;
    if (!row) return { begins: CHAIN_START, head: CHAIN_START };
    const begins = { seq: row.begins_seq, hash: row.begins_hash };
    return {
      begins,
      head: { seq: row.seq, hash: row.hash },
      beginning: isSigned(row) ? toBeginning(chainId, begins, row) : undefined,
      isUnsigned: row.unsigned,
      isBeginningRecorded: row.recorded,
    };
  }
}

const toBeginning = (chain_id: string, begins: ChainPosition, row: Row & Signed): SignedBeginning => ({
  chain_id,
  ...begins,
  retention_months: row.retention_months,
  signed_at: row.signed_at.toISOString(),
  kid: row.kid,
  public_key: row.public_key,
  signature: row.signature,
});
