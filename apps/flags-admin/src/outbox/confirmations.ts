import { setTimeout as delay } from 'node:timers/promises';
import { Messenger } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { StoredFact } from '../changes/facts.js';
import { OutboxRepository } from './outbox.repository.js';

/** Shorter than the relay leaves a write to itself, so that what is confirmed here is not told again. */
const GATHER_MILLISECONDS = 50;
const NATS_ANSWERS_WITHIN_MILLISECONDS = 1_000;

/** Notes in the outbox what has been delivered, a moment later and many at once: no write waits for it. */
@Injectable()
export class Confirmations implements OnModuleDestroy {
  private gathered: StoredFact[] = [];
  private scheduled = false;
  private written: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly messenger: Messenger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  add(facts: readonly StoredFact[]): void {
    this.gathered.push(...facts);
    if (this.scheduled || facts.length === 0) return;
    this.scheduled = true;
    this.written = Promise.all([this.written, this.writeSoon()]);
  }

  /** Resolves when everything added so far is noted, or left to the relay. */
  async settled(): Promise<void> {
    await this.written;
  }

  onModuleDestroy(): Promise<void> {
    return this.settled();
  }

  private async writeSoon(): Promise<void> {
    await delay(GATHER_MILLISECONDS);
    this.scheduled = false;
    const facts = this.gathered;
    this.gathered = [];
    try {
      await this.outbox.confirm(await this.arrived(facts));
    } catch (error) {
      this.logger.debug({ err: error }, 'left to the relay');
    }
  }

  /** Audit has answered for itself. Doorbells are only known to have left this process; one question covers them all. */
  private async arrived(facts: StoredFact[]): Promise<StoredFact[]> {
    const audits = facts.filter((fact) => fact.kind === 'audit');
    if (audits.length === facts.length) return facts;
    try {
      await this.messenger.flush(NATS_ANSWERS_WITHIN_MILLISECONDS);
      return facts;
    } catch (error) {
      this.logger.debug({ err: error }, 'nats did not take the doorbells; left to the relay');
      return audits;
    }
  }
}
