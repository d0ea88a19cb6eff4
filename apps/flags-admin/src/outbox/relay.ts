import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type QueryRunner } from 'typeorm';
import type { StoredFact } from '../changes/facts.js';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { Delivery } from './delivery.js';
import { OutboxRepository } from './outbox.repository.js';
import { isRefusal } from './refusal.js';

const LEADER_LOCK = 7_214_002;
const SWEEP_MILLISECONDS = 500;
const PRUNE_EVERY_SWEEPS = 120;

/**
 * Repeats what a write could not finish, until it is confirmed. Of all replicas one leads, by an advisory lock that
 * Postgres frees when the leader's connection is gone.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly outbox: OutboxRepository,
    private readonly delivery: Delivery,
    @Inject(CONFIG) private readonly config: FlagsAdminConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      const runner = this.database.createQueryRunner();
      try {
        if (await this.takeLead(runner)) await this.lead(runner);
      } catch (error) {
        this.logger.warn({ err: error }, 'the relay lost its connection; another try follows');
      } finally {
        await runner.release().catch(() => undefined);
      }
      await this.pause();
    }
  }

  private async takeLead(runner: QueryRunner): Promise<boolean> {
    const rows = await runner.sql<{ leads: boolean }[]>`select pg_try_advisory_lock(${LEADER_LOCK}) as leads`;
    return rows[0]?.leads ?? false;
  }

  private async lead(runner: QueryRunner): Promise<void> {
    try {
      for (let sweep = 0; !this.stopped.signal.aborted; sweep++) {
        await runner.sql`select 1`;
        if (this.delivery.possible) await this.sweep();
        if (sweep % PRUNE_EVERY_SWEEPS === 0) await this.outbox.prune(this.config.CHANGE_RETENTION_HOURS);
        await this.pause();
      }
    } finally {
      await runner.sql`select pg_advisory_unlock(${LEADER_LOCK})`;
    }
  }

  private async sweep(): Promise<void> {
    await this.delivery.settled();
    for (const fact of await this.outbox.open()) {
      try {
        await this.delivery.deliver([fact]);
      } catch (error) {
        if (!isRefusal(error)) return;
        await this.setAside(fact, error.message);
      }
    }
  }

  private async setAside(fact: StoredFact, reason: string): Promise<void> {
    if (await this.outbox.refused(fact, reason))
      this.logger.error({ event_id: fact.event_id, reason }, 'a fact is refused again and again and was set aside');
  }

  private async pause(): Promise<void> {
    await delay(SWEEP_MILLISECONDS, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }
}
