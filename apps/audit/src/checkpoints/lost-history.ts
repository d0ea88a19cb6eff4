import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import type { Checkpoint } from '../chain/checkpoint.js';
import { RecordService } from '../record/record.service.js';
import { lostHistoryMessage } from './lost-history.message.js';

/**
 * Remembers what this process has signed, and compares it with the database after a standby was promoted: only then may a tail be
 * gone without anybody's doing. Rows that vanish otherwise are not made up for.
 */
@Injectable()
export class LostHistory {
  private readonly remembered = new Map<string, Checkpoint>();
  private timeline: string | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly records: RecordService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  remember(checkpoint: Checkpoint): void {
    this.remembered.set(checkpoint.chain_id, checkpoint);
  }

  /** Adds what was lost to the chains of which it was, and the checkpoints that had seen it. */
  async check(): Promise<void> {
    const timeline = await this.currentTimeline();
    if (this.timeline !== undefined && this.timeline !== timeline)
      for (const checkpoint of await this.lost()) await this.record(checkpoint, timeline);
    this.timeline = timeline;
  }

  /** Names the history of the server; a promoted standby begins another. */
  protected async currentTimeline(): Promise<string> {
    const [row] = await this.database.sql<{ timeline: string }[]>`
      select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`;
    return row?.timeline ?? '';
  }

  /** A checkpoint was committed after all that it had seen, so where it is, nothing of that is lost. */
  private async lost(): Promise<Checkpoint[]> {
    const remembered = [...this.remembered.values()];
    const kept = await this.database.sql<{ chain_id: string }[]>`
      select c.chain_id
      from json_to_recordset(${JSON.stringify(remembered)}::json) as c (chain_id uuid, seq bigint, hash text)
      where exists (select from audit.checkpoints k where k.chain_id = c.chain_id and k.seq = c.seq)
         or exists (select from audit.entries e where e.chain_id = c.chain_id and e.seq = c.seq and e.hash = decode(c.hash, 'hex'))`;
    const ids = new Set(kept.map(({ chain_id }) => chain_id));
    return remembered.filter(({ chain_id }) => !ids.has(chain_id));
  }

  private async record(checkpoint: Checkpoint, timeline: string): Promise<void> {
    await this.records.record(lostHistoryMessage(checkpoint, timeline));
    await this.database.sql`select audit.add_checkpoints(${JSON.stringify([checkpoint])}::json)`;
    this.logger.error({ checkpoint, timeline }, 'audit entries were lost when a standby was promoted');
  }
}
