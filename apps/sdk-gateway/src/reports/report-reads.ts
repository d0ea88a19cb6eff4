import { randomUUID } from 'node:crypto';
import { type EnvironmentRead, type RefusedOrigin, SUBJECTS } from '@burgee/contracts/messages';
import { Messenger } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { KeyUsage } from './key-usage.js';
import { UnreportedOrigins } from './unreported-origins.js';
import { ReportLoop } from './report-loop.js';

/** About 200 kB, well below the message limit of NATS. */
const READS_PER_MESSAGE = 2_000;

/** Reports to flags-admin which environments are in use and which pages were refused, for the dashboard only. */
@Injectable()
export class ReportReads implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly id = randomUUID();
  private readonly loop: ReportLoop;

  constructor(
    private readonly usage: KeyUsage,
    private readonly refused: UnreportedOrigins,
    private readonly messenger: Messenger,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new ReportLoop('reads', false, messenger, logger);
  }

  onApplicationBootstrap(): void {
    this.loop.start((full) => this.report(full));
  }

  beforeApplicationShutdown(): void {
    this.loop.stop();
  }

  private report(full: boolean): void {
    const reads = this.usage.take(full);
    for (let from = 0; from < reads.length; from += READS_PER_MESSAGE)
      this.send(reads.slice(from, from + READS_PER_MESSAGE));
    const refused = this.refused.take();
    if (refused.length > 0) this.send([], refused);
  }

  private send(reads: EnvironmentRead[], refused?: RefusedOrigin[]): void {
    const stamp = { v: 1 as const, event_id: uuidv7(), occurred_at: new Date().toISOString() };
    this.messenger.publish(SUBJECTS.environmentsRead, this.id, { ...stamp, reads, ...(refused && { refused }) });
  }
}
