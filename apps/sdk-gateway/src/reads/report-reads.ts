import { randomUUID } from 'node:crypto';
import { type EnvironmentRead, SUBJECTS } from '@burgee/contracts';
import { Messenger } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { Reads } from './reads.js';

const LOOK_MILLISECONDS = 250;
/** Every 15 s, for a flags-admin that has started meanwhile. */
const LOOKS_BETWEEN_FULL_REPORTS = 60;
/** Some 200 kB, well below what NATS takes at once. */
const READS_A_MESSAGE = 2_000;

/** Tells flags-admin which environments are in use. Only what the dashboard shows hangs on it. */
@Injectable()
export class ReportReads implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly id = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private look = 0;
  /** Something could not be told: the next report is a full one. */
  private failed = false;

  constructor(
    private readonly reads: Reads,
    private readonly messenger: Messenger,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.report(), LOOK_MILLISECONDS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private report(): void {
    if (!this.messenger.connected) {
      this.failed = true;
      return;
    }
    const reads = this.reads.take(this.failed || this.look % LOOKS_BETWEEN_FULL_REPORTS === 0);
    this.look++;
    try {
      for (let from = 0; from < reads.length; from += READS_A_MESSAGE)
        this.send(reads.slice(from, from + READS_A_MESSAGE));
      this.failed = false;
    } catch (error) {
      this.failed = true;
      this.logger.debug({ err: error }, 'the reads could not be reported');
    }
  }

  private send(reads: EnvironmentRead[]): void {
    const stamp = { v: 1 as const, event_id: uuidv7(), occurred_at: new Date().toISOString() };
    this.messenger.publish(SUBJECTS.environmentsRead, this.id, { ...stamp, reads });
  }
}
