import { randomUUID } from 'node:crypto';
import { SUBJECTS } from '@burgee/contracts/messages';
import { Messenger } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { StreamCounts } from './stream-counts.js';

/** By then every gateway has answered. After a lost answer the request is repeated. */
const PAUSE_MILLISECONDS = 1_000;

/** Receives reports of gateways, and requests full reports after a start or a missed report. */
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
      this.logger.debug({ err: error }, 'requesting reports from gateways failed');
    }
  }
}
