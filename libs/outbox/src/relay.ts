import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { deliverBatch } from './deliver-batch.js';
import { Delivery } from './delivery.js';
import { BehindPooler, LeaderLock } from './leader-lock.js';
import { type OutboxMessage, type Topic, TOPICS } from './outbox-message.js';
import { OutboxMetrics } from './outbox-metrics.js';
import { OUTBOX_OPTIONS, type OutboxOptions } from './outbox-options.js';
import { BATCH, OutboxRepository } from './outbox.repository.js';

const POLL_MILLISECONDS = 500;
const PRUNE_EVERY_MILLISECONDS = 60_000;
/** Messages sent at once. Change notifications need no reply; for audit, this many replies are awaited at once. */
const WIDTH: Record<Topic, number> = { change: 25, audit: 16 };

/**
 * Sends messages again until they are acknowledged. Only the leader does this. Postgres releases its lock when its
 * connection is closed or silent for 5 s.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Settles when the current large messages were tried; undefined when there are none. */
  private large: Promise<void> | undefined;
  private pruneAt = 0;
  private behindPooler = false;

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly delivery: Delivery,
    private readonly metrics: OutboxMetrics,
    @Inject(OUTBOX_OPTIONS) private readonly options: OutboxOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped.abort();
    await this.running;
    await this.large;
  }

  private get stopping(): boolean {
    return this.stopped.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const lock = new LeaderLock(this.options);
      try {
        await lock.connect();
        this.behindPooler = false;
        await this.lead(lock);
      } catch (error) {
        this.log(error);
      } finally {
        this.metrics.leader = false;
        await lock.release();
      }
      await this.pause();
    }
  }

  /** Logs a pooler only once, since an operator has to act. */
  private log(error: unknown): void {
    if (!(error instanceof BehindPooler))
      this.logger[this.metrics.leader ? 'warn' : 'debug']({ err: error }, 'lost the outbox leader lock, retrying');
    else if (!this.behindPooler)
      this.logger.error(
        { err: error },
        'refused to lead the outbox through a pooler: let DATABASE_URL_DIRECT name Postgres itself',
      );
    this.behindPooler = error instanceof BehindPooler;
  }

  /** Waits for the lock, then delivers until this process stops or the lock is lost. */
  private async lead(lock: LeaderLock): Promise<void> {
    while (!this.stopping && !(await lock.tryAcquire())) await this.pause();
    if (this.stopping) return;
    this.metrics.leader = true;
    this.pruneAt = 0;
    this.logger.info('acquired the outbox leader lock');
    while (!this.stopping) {
      const finished = await Promise.all(TOPICS.map((topic) => this.poll(lock, topic)));
      await this.prune();
      if (!finished.includes(false)) await this.pause();
    }
  }

  /** @returns false after a full batch, when more may wait */
  private async poll(lock: LeaderLock, topic: Topic): Promise<boolean> {
    await this.delivery.flush();
    if (!this.delivery.connected) {
      // This query notices a lost lock even while NATS is down.
      await lock.query('select 1', []);
      return true;
    }
    if (topic === 'audit') this.large ??= this.deliverLarge();
    return this.deliver(await this.outbox.unacknowledged(lock, topic), topic);
  }

  private async deliver(messages: OutboxMessage[], topic: Topic): Promise<boolean> {
    const allTried = await deliverBatch(messages, WIDTH[topic], {
      deliver: async (message) => (this.stopping ? { kind: 'no_responders' } : this.delivery.redeliver(message)),
      refused: (message, reason) => this.refused(message, reason),
      postpone: (message, reason) => this.outbox.postpone(message, reason),
    });
    return !(allTried && messages.length === BATCH);
  }

  /**
   * Runs in parallel with the other messages: audit takes large entries one at a time, so many time out together, again
   * and again. A replica that has lost the lock in that time delivers these up to twice, which does no harm.
   */
  private async deliverLarge(): Promise<void> {
    try {
      await this.deliver(await this.outbox.unacknowledgedLarge(), 'audit');
      await this.delivery.flush();
    } catch (error) {
      // An outage is logged once, by the database's own monitor.
      if (!isDatabaseUnavailable(error))
        this.logger.warn({ err: error }, 'delivering large outbox messages failed, retrying');
    } finally {
      this.large = undefined;
    }
  }

  private async refused(message: OutboxMessage, reason: string): Promise<void> {
    const { event_id, kind } = message;
    if (await this.outbox.countRefusal(message, reason))
      this.logger.error({ event_id, kind, reason }, 'dead-lettered an outbox message');
  }

  /** Housekeeping: after a failure, it runs again in a minute. */
  private async prune(): Promise<void> {
    if (performance.now() < this.pruneAt) return;
    this.pruneAt = performance.now() + PRUNE_EVERY_MILLISECONDS;
    try {
      if (await this.outbox.prune(this.options.retentionHours)) this.pruneAt = 0;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.logger.warn({ err: error }, 'pruning old changes failed');
    }
  }

  private async pause(): Promise<void> {
    await delay(POLL_MILLISECONDS, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }
}
