import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { StoredFact } from '../changes/facts.js';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { Delivery } from './delivery.js';
import { BATCH, type Lane, OutboxRepository } from './outbox.repository.js';
import { runLane } from './run-lane.js';
import { Seat } from './seat.js';
import { Vitals } from './vitals.js';

const SWEEP_MILLISECONDS = 500;
const PRUNE_EVERY_MILLISECONDS = 60_000;
/** Doorbells are sent without waiting; of audit this many answers are awaited at once. */
const WIDTH: Record<Lane, number> = { doorbell: BATCH, audit: 16 };

/**
 * Repeats what a write could not finish, until it is confirmed. Of all replicas one leads, by an advisory lock that
 * Postgres frees when the leader's connection is gone or has been silent for 5 s.
 */
@Injectable()
export class Relay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopped = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private pruneAt = 0;

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly delivery: Delivery,
    private readonly vitals: Vitals,
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

  private get stopping(): boolean {
    return this.stopped.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const seat = new Seat(this.config.DATABASE_URL);
      try {
        await seat.take();
        await this.serve(seat);
      } catch (error) {
        this.logger[this.vitals.leading ? 'warn' : 'debug'](
          { err: error },
          'the relay lost its seat; another try follows',
        );
      } finally {
        this.vitals.leading = false;
        await seat.leave();
      }
      await this.pause();
    }
  }

  /** Waits for the lead, then leads until this process stops or the seat is lost. */
  private async serve(seat: Seat): Promise<void> {
    while (!this.stopping && !(await seat.askForLead())) await this.pause();
    if (this.stopping) return;
    this.vitals.leading = true;
    this.pruneAt = 0;
    this.logger.info('this replica leads the outbox');
    while (!this.stopping) {
      const finished = await Promise.all([this.sweep(seat, 'doorbell'), this.sweep(seat, 'audit')]);
      await this.prune();
      if (!finished.includes(false)) await this.pause();
    }
  }

  /** @returns false when a full batch has gone and more may wait */
  private async sweep(seat: Seat, lane: Lane): Promise<boolean> {
    await this.delivery.settled();
    const facts = await this.outbox.open(seat, lane);
    if (facts.length === 0 || !this.delivery.possible) return true;
    const allHadTheirTurn = await runLane(facts, WIDTH[lane], {
      tell: async (fact) => (this.stopping ? { kind: 'nobody' } : this.delivery.repeat(fact)),
      refused: (fact, reason) => this.setAside(fact, reason),
      putOff: (fact, reason) => this.outbox.putOff(fact, reason),
    });
    return !(allHadTheirTurn && facts.length === BATCH);
  }

  private async setAside(fact: StoredFact, reason: string): Promise<void> {
    const { event_id, kind } = fact;
    if (await this.outbox.refused(fact, reason))
      this.logger.error({ event_id, kind, reason }, 'a fact is refused again and again and was set aside');
  }

  /** Housekeeping: when it fails, there is another minute. */
  private async prune(): Promise<void> {
    if (performance.now() < this.pruneAt) return;
    this.pruneAt = performance.now() + PRUNE_EVERY_MILLISECONDS;
    try {
      if (await this.outbox.prune(this.config.CHANGE_RETENTION_HOURS)) this.pruneAt = 0;
    } catch (error) {
      this.logger.warn({ err: error }, 'old changes could not be forgotten');
    }
  }

  private async pause(): Promise<void> {
    await delay(SWEEP_MILLISECONDS, undefined, { signal: this.stopped.signal }).catch(() => undefined);
  }
}
