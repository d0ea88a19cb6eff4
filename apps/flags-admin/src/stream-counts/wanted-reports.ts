import { randomUUID } from 'node:crypto';
import { SUBJECTS } from '@burgee/contracts/messages';
import { Messenger } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { StreamCounts } from './stream-counts.js';

/** By then every gateway has answered; if its answer was lost, it is asked again. */
const PAUSE_MILLISECONDS = 1_000;

/** Receives what gateways report, and asks all to report everything again: this process has just started, or has missed reports. */
@Injectable()
export class WantedReports implements OnApplicationBootstrap {
  private readonly id = randomUUID();
  private askedAt = -Infinity;

  constructor(
    private readonly messenger: Messenger,
    private readonly counts: StreamCounts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.streamsCounted, (read) => {
      const message = read();
      if (message && !this.counts.receive(message)) this.ask();
    });
  }

  ask(): void {
    if (performance.now() < this.askedAt + PAUSE_MILLISECONDS) return;
    this.askedAt = performance.now();
    try {
      const occurred_at = new Date().toISOString();
      this.messenger.publish(SUBJECTS.reportsWanted, this.id, { v: 1, event_id: uuidv7(), occurred_at });
    } catch (error) {
      this.logger.debug({ err: error }, 'asking gateways for their reports failed');
    }
  }
}
