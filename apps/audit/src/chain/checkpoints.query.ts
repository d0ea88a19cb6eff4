import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Checkpoint } from './checkpoint.js';

type Row = Omit<Checkpoint, 'signed_at'> & { signed_at: Date };

@Injectable()
export class CheckpointsQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** The checkpoints of a chain in a range of numbers, in order. */
  async between(chainId: string, from: number, to = Number.MAX_SAFE_INTEGER): Promise<Checkpoint[]> {
    const rows = await this.database.sql<Row[]>`
      select chain_id, seq, encode(hash, 'hex') as hash, signed_at, kid, public_key, signature
      from audit.checkpoints where chain_id = ${chainId} and seq >= ${from} and seq <= ${to} order by seq`;
    return rows.map((row) => ({ ...row, signed_at: row.signed_at.toISOString() }));
  }
}
