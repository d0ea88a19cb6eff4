import { setTimeout as delay } from 'node:timers/promises';
import { Messenger } from '@burgee/messaging';
import { failpoint } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { type OutboxMessage, topicOf } from './outbox-message.js';
import { OutboxRepository } from './outbox.repository.js';

/** Shorter than the time that the relay leaves to the write itself, so that what is acknowledged here is not sent again. */
const BATCH_MILLISECONDS = 50;
const NATS_TIMEOUT_MILLISECONDS = 1_000;

/** Records in the outbox what has been delivered, a moment later and many at once: no write waits for it. */
@Injectable()
export class Acknowledgements implements OnModuleDestroy {
  private pending: OutboxMessage[] = [];
  private scheduled = false;
  private written: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly outbox: OutboxRepository,
    private readonly messenger: Messenger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  add(messages: readonly OutboxMessage[]): void {
    this.pending.push(...messages);
    if (this.scheduled || messages.length === 0) return;
    this.scheduled = true;
    this.written = Promise.all([this.written, this.writeSoon()]);
  }

  /** Resolves when everything added so far is recorded, or recording it has failed. */
  async flush(): Promise<void> {
    await this.written;
  }

  onModuleDestroy(): Promise<void> {
    return this.flush();
  }

  private async writeSoon(): Promise<void> {
    await delay(BATCH_MILLISECONDS);
    this.scheduled = false;
    const messages = this.pending;
    this.pending = [];
    failpoint('before-acknowledge');
    try {
      await this.outbox.acknowledge(await this.confirmedByNats(messages));
    } catch (error) {
      this.logger.debug({ err: error }, 'acknowledging messages failed, the relay sends them again');
    }
  }

  /** Audit has replied. Change notifications are only known to have left this process; one flush confirms them all. */
  private async confirmedByNats(messages: OutboxMessage[]): Promise<OutboxMessage[]> {
    const audits = messages.filter((message) => topicOf(message) === 'audit');
    if (audits.length === messages.length) return messages;
    try {
      await this.messenger.flush(NATS_TIMEOUT_MILLISECONDS);
      return messages;
    } catch (error) {
      this.logger.debug({ err: error }, 'nats did not confirm change notifications, the relay sends them again');
      return audits;
    }
  }
}
