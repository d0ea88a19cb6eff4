import { randomUUID } from 'node:crypto';
import { type EnvironmentRead, SUBJECTS } from '@burgee/contracts/messages';
import { Messenger } from '@burgee/messaging';
import { every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { KeyUsage } from './key-usage.js';

const REPORT_MILLISECONDS = 250;
/** Some 200 kB, well below what NATS takes at once. */
const READS_PER_MESSAGE = 2_000;

/** Reports to flags-admin which environments are in use, for the dashboard alone. */
@Injectable()
export class ReportReads implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly id = randomUUID();
  private job: Repetition | undefined;
  /** A report was not sent, or a receiver has missed one: the next one is a full one. */
  private wanted = false;

  constructor(
    private readonly usage: KeyUsage,
    private readonly messenger: Messenger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.reportsWanted, () => (this.wanted = true));
    this.job = every(REPORT_MILLISECONDS, () => this.report());
  }

  beforeApplicationShutdown(): void {
    this.job?.stop();
  }

  private report(): void {
    if (!this.messenger.connected) {
      this.wanted = true;
      return;
    }
    const reads = this.usage.take(this.wanted);
    this.wanted = false;
    try {
      for (let from = 0; from < reads.length; from += READS_PER_MESSAGE)
        this.send(reads.slice(from, from + READS_PER_MESSAGE));
    } catch (error) {
      this.wanted = true;
      this.logger.debug({ err: error }, 'reporting reads failed');
    }
  }

  private send(reads: EnvironmentRead[]): void {
    const stamp = { v: 1 as const, event_id: uuidv7(), occurred_at: new Date().toISOString() };
    this.messenger.publish(SUBJECTS.environmentsRead, this.id, { ...stamp, reads });
  }
}
