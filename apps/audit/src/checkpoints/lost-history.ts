import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Checkpoint, SigningKey } from '../chain/checkpoint.js';
import { RecordService } from '../record/record.service.js';
import { lostHistoryMessage } from './lost-history.message.js';

/** How long a checkpoint is remembered, counted back from the newest one. */
const REMEMBERED_MILLISECONDS = 24 * 3_600_000;
/** About 20 MB. */
const REMEMBERED_AT_MOST = 50_000;
/** The number of checkpoints per statement. */
const COMPARED_AT_ONCE = 1_000;
const RECORDED_AT_ONCE = 100;

/**
 * Remembers the checkpoints that this process signed and compares them with the database after a standby was promoted.
 * Only a promotion can remove a tail legitimately. Rows that vanish otherwise stay a fault.
 *
 * One day is enough: a standby that lags by more is not promoted by mistake. When there are too many chains, the newest
 * checkpoints stay, because a standby lacks the newest rows.
 */
@Injectable()
export class LostHistory {
  /** By chain, in the order of signing. */
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

  /** Records each loss in its chain, and stores the checkpoint that revealed it again. */
  async check(key: SigningKey): Promise<void> {
    const timeline = await this.currentTimeline();
    if (this.timeline !== undefined && this.timeline !== timeline)
      for (const some of inParts([...this.remembered.values()], COMPARED_AT_ONCE))
        for (const lost of inParts(await this.lostOf(some), RECORDED_AT_ONCE)) await this.record(lost, timeline, key);
    this.timeline = timeline;
  }

  /** The timeline id of the server. A promoted standby starts another timeline. */
  protected async currentTimeline(): Promise<string> {
    const [row] = await this.database.sql<{ timeline: string }[]>`
      select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`;
    return row?.timeline ?? '';
  }

  /** A checkpoint is committed after the entries that it covers, so where it exists, none of them is lost. */
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

  private async record(lost: readonly Checkpoint[], timeline: string, key: SigningKey): Promise<void> {
    const ids = lost.map(({ chain_id }) => chain_id);
    const heads = await this.database.sql<{ chain_id: string; seq: number }[]>`
      select chain_id, seq from audit.chains where chain_id = any (${ids}::uuid[])`;
    const left = new Map(heads.map(({ chain_id, seq }) => [chain_id, seq]));
    await this.records.record(
      ...lost.map((checkpoint) =>
        lostHistoryMessage({ checkpoint, left: left.get(checkpoint.chain_id) ?? 0, timeline }, key),
      ),
    );
    await this.database.sql`select audit.add_checkpoints(${JSON.stringify(lost)}::json)`;
    for (const checkpoint of lost)
      this.logger.error({ checkpoint, timeline }, 'audit entries were lost when a standby was promoted');
  }
}

function* inParts<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
