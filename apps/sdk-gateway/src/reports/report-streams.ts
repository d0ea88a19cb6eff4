import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type EnvironmentStreams, SUBJECTS } from '@burgee/contracts/messages';
import { StreamRegistry } from '@burgee/flag-serving';
import { Messenger } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { ReportLoop } from './report-loop.js';

const REPORTS_BETWEEN_SIGNS_OF_LIFE = 4;
/** About 300 kB, well below the message limit of NATS. */
const ENVIRONMENTS_PER_MESSAGE = 2_000;

/** Reports to flags-admin how many streams are open here and their progress, for the dashboard only. */
@Injectable()
export class ReportStreams implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly id = randomUUID();
  private readonly gateway: string;
  private readonly loop: ReportLoop;
  private reports = 0;
  private sequence = 0;

  constructor(
    private readonly registry: StreamRegistry,
    private readonly messenger: Messenger,
    @Inject(CONFIG) config: Pick<SdkGatewayConfig, 'PORT'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.gateway = `${hostname()}:${config.PORT}`;
    // No report was sent yet.
    this.loop = new ReportLoop('streams', true, messenger, logger);
  }

  onApplicationBootstrap(): void {
    this.loop.start((full) => this.report(full));
  }

  onApplicationShutdown(): void {
    this.loop.stop();
  }

  private report(full: boolean): void {
    const isSignOfLife = this.reports % REPORTS_BETWEEN_SIGNS_OF_LIFE === 0;
    this.reports++;
    const counts = this.registry.counts(full);
    if (counts.length === 0 && !isSignOfLife && !full) return;
    for (let from = 0; from === 0 || from < counts.length; from += ENVIRONMENTS_PER_MESSAGE)
      this.send(counts.slice(from, from + ENVIRONMENTS_PER_MESSAGE), full && from === 0);
  }

  private send(environments: EnvironmentStreams[], full: boolean): void {
    const stamp = { v: 1 as const, event_id: uuidv7(), occurred_at: new Date().toISOString() };
    const report = { ...stamp, gateway: this.gateway, sequence: this.sequence++, full, environments };
    this.messenger.publish(SUBJECTS.streamsCounted, this.id, report);
  }
}
