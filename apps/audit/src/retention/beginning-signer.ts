import { yieldWhenDue } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { type BeginningStatement, checkBeginning, signBeginning } from '../chain/beginning.js';
import { ChainBoundsQuery } from '../chain/chain-bounds.query.js';
import { ChainLinksQuery } from '../chain/chain-links.query.js';
import { acceptedKids, type Keys, type SigningKey, signingKey } from '../chain/checkpoint.js';
import { verifyLinks } from '../chain/verify-chain.js';
import { CONFIG } from '../config.js';
import { RecordService } from '../record/record.service.js';
import { droppedHistoryMessage } from './dropped-history.message.js';

const DAY_MILLISECONDS = 86_400_000;
const SIGNED_AT_ONCE = 100;

/** A place where a chain is to begin. */
interface Row extends Omit<BeginningStatement, 'signed_at'> {
  entries_since: string;
}

type ReadRows = (after: string | null) => Promise<Row[]>;

/**
 * Signs where chains begin, before what comes before is dropped, and records it in each chain. Replicas that do so at
 * once store the same entry, and one signature.
 */
@Injectable()
export class BeginningSigner implements OnApplicationBootstrap {
  private readonly key: SigningKey | undefined;
  private readonly evidence: { kids: readonly string[] };
  private readonly bounds: ChainBoundsQuery;
  private readonly links: ChainLinksQuery;

  constructor(
    @Inject(CONFIG) config: Keys,
    @InjectDataSource() private readonly database: DataSource,
    private readonly records: RecordService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { AUDIT_CHECKPOINT_KEY: privateKey } = config;
    this.key = privateKey === undefined ? undefined : signingKey(privateKey);
    this.evidence = { kids: acceptedKids(config) };
    this.bounds = new ChainBoundsQuery(database);
    this.links = new ChainLinksQuery(database);
  }

  /** Without a key, what 0.1.0 dropped stays unsigned. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.key) return;
    const unsigned = await this.shortened(null).catch(() => []);
    if (unsigned.length > 0)
      this.logger.error('audit entries were dropped and nothing signed says so: set AUDIT_CHECKPOINT_KEY');
  }

  /** Signs the chains that were shortened before this version: the migration lists them and has no key. */
  async signShortened(): Promise<void> {
    const { key } = this;
    if (key)
      await eachPart(
        (after) => this.shortened(after),
        (rows) => this.sign(rows, key),
      );
  }

  /**
   * @returns the month before which everything may be dropped: this one, or the first of a chain that is not what it
   * was @throws without a key: what is dropped unsigned looks like tampering
   */
  async signDropped(before: string, months: number): Promise<string> {
    const { key } = this;
    if (!key) throw new Error('AUDIT_CHECKPOINT_KEY is not set');
    const refused: string[] = [];
    const read: ReadRows = (after) => this.dropped(before, months, after);
    await eachPart(read, async (rows) => {
      for (const row of rows) if (!(await this.isDue(row))) refused.push(row.chain_id);
    });
    if (refused.length > 0) {
      const [first] = await this.database.sql<{ month: string }[]>`
        select to_char(min(month), 'YYYY-MM-DD') as month from audit.entries
        where chain_id = any (${refused}::uuid[]) and month < ${before}::date`;
      return first && first.month < before ? this.signDropped(first.month, months) : '-infinity';
    }
    await eachPart(read, (rows) => this.sign(rows, key));
    return before;
  }

  /**
   * Compares all entries that a chain loses, from where it is signed to begin, and their times. Only hashed content
   * cannot be changed unseen. Clocks may differ by a day.
   */
  private async isDue({ chain_id, seq, hash, entries_since }: Row): Promise<boolean> {
    const bounds = await this.bounds.of(chain_id);
    const { begins } = bounds;
    const newest = new Date(Date.parse(entries_since) + DAY_MILLISECONDS).toISOString();
    let isOld = true;
    const parts = this.links.between(chain_id, begins.seq, seq);
    const watched = async function* () {
      for await (const part of parts) {
        isOld &&= part.every(({ columns }) => String(columns.created_at) < newest);
        yield part;
      }
    };
    const headless = checkBeginning({ chain_id, ...bounds }, this.evidence);
    const { upTo, fault = headless } = await verifyLinks(begins, [], watched(), { chain_id, ...this.evidence });
    if (!fault && isOld && upTo.seq === seq && upTo.hash === hash) return true;
    this.logger.error(
      { chain_id, seq, fault },
      'audit entries differ from their chain or are newer than their month, so retention stops at that month: check the integrity of this history',
    );
    return false;
  }

  /**
   * The entry is stored before the signature, and both before the months are dropped: a crash in between repeats the
   * rest, and a standby that lacks one lacks what follows. The time is this process's: the database is what is doubted.
   */
  private async sign(rows: readonly Row[], key: SigningKey): Promise<void> {
    const pause = yieldWhenDue();
    const signed = [];
    for (const { entries_since, ...row } of rows) {
      const statement = { ...row, signed_at: new Date().toISOString() };
      signed.push({ ...signBeginning(statement, key), entries_since });
      await pause();
    }
    await this.records.record(...signed.map(droppedHistoryMessage));
    await this.database.sql`select audit.add_beginnings(${JSON.stringify(signed)}::json)`;
    for (const { entries_since: _since, ...beginning } of signed) this.logger.info({ beginning }, 'audit beginning');
  }

  private shortened(after: string | null): Promise<Row[]> {
    return this.database.sql<Row[]>`
      select b.chain_id, b.seq, encode(b.hash, 'hex') as hash, null::int as retention_months,
             b.entries_since::text as entries_since
      from audit.beginnings b
      where b.signature is null and (${after}::uuid is null or b.chain_id > ${after}::uuid)
      order by b.chain_id limit ${SIGNED_AT_ONCE}::int`;
  }

  /** The chains that lose entries, and the last of these. */
  private dropped(before: string, months: number, after: string | null): Promise<Row[]> {
    return this.database.sql<Row[]>`
      select c.chain_id, e.seq, encode(e.hash, 'hex') as hash, ${months}::int as retention_months, ${before}::text as entries_since
      from audit.chains c
      cross join audit.begins_after(c.chain_id, ${before}::date) d
      join audit.entries e on e.chain_id = c.chain_id and e.seq = d.seq and e.month < ${before}::date
      where (${after}::uuid is null or c.chain_id > ${after}::uuid)
        and exists (select from audit.entries x where x.month < ${before}::date)
        and not exists (
          select from audit.beginnings b where b.chain_id = c.chain_id and b.seq = e.seq and b.signature is not null)
      order by c.chain_id limit ${SIGNED_AT_ONCE}::int`;
  }
}

/** Reads some rows after a chain, in order, until none is left. */
async function eachPart(read: ReadRows, each: (rows: readonly Row[]) => Promise<void>): Promise<void> {
  let rows = await read(null);
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    await each(rows);
    rows = await read(last.chain_id);
  }
}
