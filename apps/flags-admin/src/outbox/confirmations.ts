import { setTimeout as delay } from 'node:timers/promises';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { StoredFact } from '../changes/facts.js';
import { OutboxRepository } from './outbox.repository.js';

/** Shorter than the relay leaves a write to itself, so that what is confirmed here is not told again. */
const GATHER_MILLISECONDS = 50;

/** Notes in the outbox what has been delivered, a moment later and many at once: no write waits for it. */
@Injectable()
export class Confirmations implements OnModuleDestroy {
  private gathered: StoredFact[] = [];
  private scheduled = false;
  private written: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly outbox: OutboxRepository,
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
    await this.outbox.confirm(facts).catch((error: unknown) => this.logger.debug({ err: error }, 'left to the relay'));
  }
}
