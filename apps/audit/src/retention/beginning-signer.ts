import { yieldWhenDue } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { type BeginningStatement, signBeginning } from '../chain/beginning.js';
import { type SigningKey, signingKey } from '../chain/checkpoint.js';
import { type AuditConfig, CONFIG } from '../config.js';
import { RecordService } from '../record/record.service.js';
import { droppedHistoryMessage } from './dropped-history.message.js';

const SIGNED_AT_ONCE = 100;

interface Row extends Omit<BeginningStatement, 'signed_at'> {
  signed_at: Date;
  entries_since: string;
  /** Whether the entry at this position is old enough to be dropped, by its hashed content. */
  is_old: boolean;
}

/**
 * Signs where chains begin, before what comes before is dropped, and records it in each chain. Replicas that do so at
 * once store the same entry, and one signature.
 */
@Injectable()
export class BeginningSigner {
  private readonly key: SigningKey | undefined;

  constructor(
    @Inject(CONFIG) { AUDIT_CHECKPOINT_KEY: privateKey }: Pick<AuditConfig, 'AUDIT_CHECKPOINT_KEY'>,
    @InjectDataSource() private readonly database: DataSource,
    private readonly records: RecordService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.key = privateKey === undefined ? undefined : signingKey(privateKey);
  }

  /** Signs the chains that were shortened before this version: the migration lists them and has no key. */
  async signShortened(): Promise<void> {
    if (this.key) await this.signAll((after) => this.shortened(after), this.key);
  }

  /** @throws without a key: what is dropped unsigned looks like tampering */
  async signDropped(before: string, months: number): Promise<void> {
    if (!this.key) throw new Error('AUDIT_CHECKPOINT_KEY is not set');
    await this.signAll((after) => this.dropped(before, months, after), this.key);
  }

  /** @param rowsAfter reads some rows after a chain, in order */
  private async signAll(rowsAfter: (after: string | null) => Promise<Row[]>, key: SigningKey): Promise<void> {
    let last: Row | undefined;
    do {
      const rows = await rowsAfter(last?.chain_id ?? null);
      await this.sign(rows, key);
      last = rows.at(-1);
    } while (last);
  }

  /**
   * The entry is stored before the signature, and both before the months are dropped: a crash in between repeats the
   * rest, and a standby that lacks one lacks what follows.
   */
  private async sign(rows: readonly Row[], key: SigningKey): Promise<void> {
    const pause = yieldWhenDue();
    const signed = [];
    for (const { is_old, entries_since, signed_at, ...row } of rows) {
      const statement = { ...row, signed_at: signed_at.toISOString() };
      if (is_old) signed.push({ ...signBeginning(statement, key), entries_since });
      else this.logger.error({ chain_id: row.chain_id, seq: row.seq }, 'audit entries are not as old as their month');
      await pause();
    }
    if (signed.length > 0) {
      await this.records.record(...signed.map(droppedHistoryMessage));
      await this.database.sql`select audit.add_beginnings(${JSON.stringify(signed)}::json)`;
    }
    for (const { entries_since: _since, ...beginning } of signed) this.logger.info({ beginning }, 'audit beginning');
  }

  private shortened(after: string | null): Promise<Row[]> {
    return this.database.sql<Row[]>`
      select b.chain_id, b.seq, encode(b.hash, 'hex') as hash, null::int as retention_months,
             date_trunc('milliseconds', now()) as signed_at, b.entries_since::text as entries_since, true as is_old
      from audit.beginnings b
      where b.signature is null and (${after}::uuid is null or b.chain_id > ${after}::uuid)
      order by b.chain_id limit ${SIGNED_AT_ONCE}::int`;
  }

  /**
   * The chains that lose entries. The last of these has to be as old as its month says: only the hashed content cannot
   * be changed unseen.
   */
  private dropped(before: string, months: number, after: string | null): Promise<Row[]> {
    return this.database.sql<Row[]>`
      select c.chain_id, e.seq, encode(e.hash, 'hex') as hash, ${months}::int as retention_months,
             date_trunc('milliseconds', now()) as signed_at, ${before}::text as entries_since,
             coalesce(substring(e.content from '"created_at":"([^"]*)"') < ${before}::text
               and e.hash = sha256(coalesce(p.hash, a.hash, '') || int8send(e.seq) || convert_to(e.content, 'UTF8')), false) as is_old
      from audit.chains c
      cross join lateral (
        select c.seq where c.month < ${before}::date
        union all (
          select a.seq from audit.anchors a
          where a.chain_id = c.chain_id and a.month < ${before}::date and c.month >= ${before}::date
          order by a.month desc limit 1)
      ) d
      join audit.entries e on e.chain_id = c.chain_id and e.seq = d.seq and e.month < ${before}::date
      left join audit.entries p on p.chain_id = c.chain_id and p.seq = e.seq - 1 and p.month < ${before}::date
      left join lateral (
        select a.hash from audit.anchors a where a.chain_id = c.chain_id and a.seq = e.seq - 1 limit 1
      ) a on true
      where (${after}::uuid is null or c.chain_id > ${after}::uuid)
        and exists (select from audit.entries x where x.month < ${before}::date)
        and not exists (
          select from audit.beginnings b where b.chain_id = c.chain_id and b.seq = e.seq and b.signature is not null)
      order by c.chain_id limit ${SIGNED_AT_ONCE}::int`;
  }
}
