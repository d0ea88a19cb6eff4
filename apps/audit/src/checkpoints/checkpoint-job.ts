import { every, isDatabaseUnavailable, type Repetition, yieldWhenDue } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import {
  type Checkpoint,
  type CheckpointStatement,
  signCheckpoint,
  type SigningKey,
  signingKey,
} from '../chain/checkpoint.js';
import { type AuditConfig, CONFIG } from '../config.js';
import { LostHistory } from './lost-history.js';

const EVERY_MILLISECONDS = 300_000;
/** A loss in a failover looks like tampering until the chain records it. The check is a statement without a table. */
const LOOK_EVERY_MILLISECONDS = 10_000;
const SIGNED_AT_ONCE = 500;

/** Signs the head of each chain that has grown, once an hour. Replicas that run at once each add their checkpoints. */
@Injectable()
export class CheckpointJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private jobs: Repetition[] = [];
  private stopped = false;
  private readonly key: SigningKey | undefined;

  constructor(
    @Inject(CONFIG) { AUDIT_CHECKPOINT_KEY: privateKey }: Pick<AuditConfig, 'AUDIT_CHECKPOINT_KEY'>,
    @InjectDataSource() private readonly database: DataSource,
    private readonly lost: LostHistory,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.key = privateKey === undefined ? undefined : signingKey(privateKey);
  }

  onApplicationBootstrap(): void {
    const { key } = this;
    if (key === undefined) {
      this.logger.info('audit checkpoints are off: AUDIT_CHECKPOINT_KEY is not set');
      return;
    }
    void this.run();
    this.jobs = [
      every(EVERY_MILLISECONDS, () => this.run()),
      every(LOOK_EVERY_MILLISECONDS, async () => void (await this.lookForLosses(key))),
    ];
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    for (const job of this.jobs) job.stop();
  }

  async run(): Promise<void> {
    const { key } = this;
    // Before signing: only the newest checkpoints reveal a loss.
    if (key === undefined || !(await this.lookForLosses(key))) return;
    try {
      for (let signed = SIGNED_AT_ONCE; signed === SIGNED_AT_ONCE && !this.stopped;) signed = await this.sign(key);
    } catch (error) {
      this.logger.warn({ err: error }, `signing audit checkpoints failed, retrying in ${EVERY_MILLISECONDS / 1_000} s`);
    }
  }

  private async lookForLosses(key: SigningKey): Promise<boolean> {
    try {
      await this.lost.check(key);
      return true;
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'debug' : 'warn';
      this.logger[level]({ err: error }, 'looking for lost audit entries failed');
      return false;
    }
  }

  /**
   * The commit waits for the disk, and with it for every earlier commit, so a signed entry survives a crash. Operators
   * can ship the log line to another machine.
   */
  private async sign(key: SigningKey): Promise<number> {
    const pause = yieldWhenDue();
    const signed: Checkpoint[] = [];
    for (const head of await this.due()) {
      signed.push(signCheckpoint(head, key));
      await pause();
    }
    if (signed.length > 0) await this.database.sql`select audit.add_checkpoints(${JSON.stringify(signed)}::json)`;
    for (const checkpoint of signed) {
      this.lost.remember(checkpoint);
      this.logger.info({ checkpoint }, 'audit checkpoint');
      await pause();
    }
    return signed.length;
  }

  /**
   * Reads only chains that have grown since their last checkpoint, so chains of deleted projects cost nothing. The
   * chain with the oldest checkpoint comes first, and a signed chain goes to the end of the line, so new chains cannot
   * starve others.
   */
  private async due(): Promise<CheckpointStatement[]> {
    const rows = await this.database.sql<(Omit<CheckpointStatement, 'signed_at'> & { signed_at: Date })[]>`
      select c.chain_id, c.seq, encode(c.hash, 'hex') as hash, date_trunc('milliseconds', now()) as signed_at
      from audit.chains c
      where c.has_grown and c.signed_at <= now() - interval '1 hour'
      order by c.signed_at, c.chain_id limit ${SIGNED_AT_ONCE}::int`;
    return rows.map((row) => ({ ...row, signed_at: row.signed_at.toISOString() }));
  }
}
