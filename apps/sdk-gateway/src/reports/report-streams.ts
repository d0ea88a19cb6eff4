import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type EnvironmentStreams, SUBJECTS } from '@burgee/contracts/messages';
import { StreamRegistry } from '@burgee/flag-serving';
import { Messenger } from '@burgee/messaging';
import { every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type SdkGatewayConfig } from '../config.js';

const REPORT_MILLISECONDS = 250;
const REPORTS_BETWEEN_SIGNS_OF_LIFE = 4;
/** Some 300 kB, well below what NATS takes at once. */
const ENVIRONMENTS_PER_MESSAGE = 2_000;

/** Reports to flags-admin how many streams are open here and how far they have been sent, for the dashboard alone. */
@Injectable()
export class ReportStreams implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly id = randomUUID();
  private readonly gateway: string;
  private job: Repetition | undefined;
  private reports = 0;
  private sequence = 0;
  /** Nothing was reported yet, a report was not sent, or a receiver has missed one: the next one is a full one. */
  private wanted = true;

  constructor(
    private readonly registry: StreamRegistry,
    private readonly messenger: Messenger,
    @Inject(CONFIG) config: Pick<SdkGatewayConfig, 'PORT'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.gateway = `${hostname()}:${config.PORT}`;
  }

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.reportsWanted, () => (this.wanted = true));
    this.job = every(REPORT_MILLISECONDS, () => this.report());
  }

  onApplicationShutdown(): void {
    this.job?.stop();
  }

  /** Only what changed since, unless everything is wanted. */
  private report(): void {
    if (!this.messenger.connected) {
      this.wanted = true;
      return;
    }
    const full = this.wanted;
    const isSignOfLife = this.reports % REPORTS_BETWEEN_SIGNS_OF_LIFE === 0;
    this.reports++;
    const counts = this.registry.counts(full);
    if (counts.length === 0 && !isSignOfLife && !full) return;
    this.wanted = false;
    try {
      for (let from = 0; from === 0 || from < counts.length; from += ENVIRONMENTS_PER_MESSAGE)
        this.send(counts.slice(from, from + ENVIRONMENTS_PER_MESSAGE), full && from === 0);
    } catch (error) {
      this.wanted = true;
      this.logger.debug({ err: error }, 'reporting streams failed');
    }
  }

  private send(environments: EnvironmentStreams[], full: boolean): void {
    const stamp = { v: 1 as const, event_id: uuidv7(), occurred_at: new Date().toISOString() };
    const report = { ...stamp, gateway: this.gateway, sequence: this.sequence++, full, environments };
    this.messenger.publish(SUBJECTS.streamsCounted, this.id, report);
  }
}
