import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Checkpoint } from '../chain/checkpoint.js';
import { RecordService } from '../record/record.service.js';
import { lostHistoryMessage } from './lost-history.message.js';

/** The last checkpoint of a chain is remembered until others are so much younger. */
const REMEMBERED_MILLISECONDS = 24 * 3_600_000;
/** Some 20 MB. */
const REMEMBERED_AT_MOST = 50_000;
/** Compared, and where they are lost recorded, in one statement. */
const COMPARED_AT_ONCE = 1_000;
const RECORDED_AT_ONCE = 100;

/**
 * Remembers what this process has signed, and compares it with the database after a standby was promoted: only then may a tail be
 * gone without anybody's doing. Rows that vanish otherwise are not made up for.
 *
 * Nothing but the last day counts: a standby has what was committed before, unless it was behind by more than that, and then nobody
 * promotes it unawares. Of more chains than are remembered, those signed last stay, because a standby lacks the newest.
 */
@Injectable()
export class LostHistory {
  /** By chain, in the order in which they were signed. */
  private readonly remembered = new Map<string, Checkpoint>();
  private timeline: string | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly records: RecordService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  remember(checkpoint: Checkpoint): void {
    this.remembered.delete(checkpoint.chain_id);
    this.remembered.set(checkpoint.chain_id, checkpoint);
    const since = Date.parse(checkpoint.signed_at) - REMEMBERED_MILLISECONDS;
    for (const [chain, { signed_at }] of this.remembered) {
      if (this.remembered.size <= REMEMBERED_AT_MOST && Date.parse(signed_at) >= since) return;
      this.remembered.delete(chain);
    }
  }

  /** Adds what was lost to the chains of which it was, and the checkpoints that had seen it. */
  async check(): Promise<void> {
    const timeline = await this.currentTimeline();
    if (this.timeline !== undefined && this.timeline !== timeline)
      for (const some of inParts([...this.remembered.values()], COMPARED_AT_ONCE))
        for (const lost of inParts(await this.lostOf(some), RECORDED_AT_ONCE)) await this.record(lost, timeline);
    this.timeline = timeline;
  }

  /** Names the history of the server; a promoted standby begins another. */
  protected async currentTimeline(): Promise<string> {
    const [row] = await this.database.sql<{ timeline: string }[]>`
      select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`;
    return row?.timeline ?? '';
  }

  /** A checkpoint was committed after all that it had seen, so where it is, nothing of that is lost. */
  private async lostOf(remembered: readonly Checkpoint[]): Promise<Checkpoint[]> {
    const compared = remembered.map(({ chain_id, seq, hash }) => ({ chain_id, seq, hash }));
    const kept = await this.database.sql<{ chain_id: string }[]>`
      select c.chain_id
      from json_to_recordset(${JSON.stringify(compared)}::json) as c (chain_id uuid, seq bigint, hash text)
      where exists (select from audit.checkpoints k where k.chain_id = c.chain_id and k.seq = c.seq)
         or exists (select from audit.entries e where e.chain_id = c.chain_id and e.seq = c.seq and e.hash = decode(c.hash, 'hex'))`;
    const ids = new Set(kept.map(({ chain_id }) => chain_id));
    return remembered.filter(({ chain_id }) => !ids.has(chain_id));
  }

  private async record(lost: readonly Checkpoint[], timeline: string): Promise<void> {
    await this.records.record(...lost.map((checkpoint) => lostHistoryMessage(checkpoint, timeline)));
    await this.database.sql`select audit.add_checkpoints(${JSON.stringify(lost)}::json)`;
    for (const checkpoint of lost)
      this.logger.error({ checkpoint, timeline }, 'audit entries were lost when a standby was promoted');
  }
}

function* inParts<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
