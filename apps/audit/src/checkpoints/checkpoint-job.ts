import { every, isDatabaseUnavailable, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { type CheckpointStatement, signCheckpoint } from '../chain/checkpoint.js';
import { type AuditConfig, CONFIG } from '../config.js';
import { LostHistory } from './lost-history.js';

const EVERY_MILLISECONDS = 300_000;
/** What a failover lost looks like tampering until it is named. To look costs a statement without a table. */
const LOOK_EVERY_MILLISECONDS = 10_000;
const SIGNED_AT_ONCE = 500;

/** Signs the head of each chain that has grown, once an hour. Replicas that do so at once add what they sign side by side. */
@Injectable()
export class CheckpointJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private jobs: Repetition[] = [];

  constructor(
    @Inject(CONFIG) private readonly config: Pick<AuditConfig, 'AUDIT_CHECKPOINT_KEY'>,
    @InjectDataSource() private readonly database: DataSource,
    private readonly lost: LostHistory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.AUDIT_CHECKPOINT_KEY === undefined) {
      this.logger.info('audit checkpoints are off: AUDIT_CHECKPOINT_KEY is not set');
      return;
    }
    void this.run();
    this.jobs = [
      every(EVERY_MILLISECONDS, () => this.run()),
      every(LOOK_EVERY_MILLISECONDS, async () => void (await this.lookForLosses())),
    ];
  }

  onApplicationShutdown(): void {
    for (const job of this.jobs) job.stop();
  }

  async run(): Promise<void> {
    // Before anything is signed: what was signed last is what shows a loss.
    if (!(await this.lookForLosses())) return;
    try {
      for (let signed = SIGNED_AT_ONCE; signed === SIGNED_AT_ONCE;) signed = await this.sign();
    } catch (error) {
      this.logger.warn({ err: error }, `signing audit checkpoints failed, retrying in ${EVERY_MILLISECONDS / 1_000} s`);
    }
  }

  private async lookForLosses(): Promise<boolean> {
    try {
      await this.lost.check();
      return true;
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'debug' : 'warn';
      this.logger[level]({ err: error }, 'looking for lost audit entries failed');
      return false;
    }
  }

  /**
   * The commit waits for the disk, and with it for all that was committed before, so what is signed outlives a crash. The line of the
   * log is what may leave this machine.
   */
  private async sign(): Promise<number> {
    const { AUDIT_CHECKPOINT_KEY: key } = this.config;
    if (key === undefined) return 0;
    const heads = await this.due();
    const signed = heads.map((head) => signCheckpoint(head, key));
    if (signed.length > 0) await this.database.sql`select audit.add_checkpoints(${JSON.stringify(signed)}::json)`;
    for (const checkpoint of signed) {
      this.lost.remember(checkpoint);
      this.logger.info({ checkpoint }, 'audit checkpoint');
    }
    return signed.length;
  }

  private async due(): Promise<CheckpointStatement[]> {
    const rows = await this.database.sql<(Omit<CheckpointStatement, 'signed_at'> & { signed_at: Date })[]>`
      select c.chain_id, c.seq, encode(c.hash, 'hex') as hash, date_trunc('milliseconds', now()) as signed_at
      from audit.chains c
      left join lateral (
        select k.seq, k.signed_at from audit.checkpoints k where k.chain_id = c.chain_id order by k.seq desc limit 1
      ) last on true
      where c.seq > coalesce(last.seq, 0) and coalesce(last.signed_at, '-infinity') <= now() - interval '1 hour'
      order by c.chain_id limit ${SIGNED_AT_ONCE}`;
    return rows.map((row) => ({ ...row, signed_at: row.signed_at.toISOString() }));
  }
}
