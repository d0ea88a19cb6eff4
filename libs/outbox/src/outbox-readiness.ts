import type { Readiness } from '@burgee/process-kit';
import { DatabaseReadiness } from '@burgee/service-kit/database';
import { Injectable } from '@nestjs/common';
import { OutboxMetrics } from './outbox-metrics.js';

/**
 * Ready = Postgres responds. A dead-lettered message degrades the service without stopping it: writes are as safe as
 * before.
 */
@Injectable()
export class OutboxReadiness implements Readiness {
  constructor(
    private readonly database: DatabaseReadiness,
    private readonly outbox: OutboxMetrics,
  ) {}

  obstacle(): Promise<string | undefined> {
    return this.database.obstacle();
  }

  degradation(): string | undefined {
    const { deadLetters } = this.outbox;
    if (deadLetters === 0) return undefined;
    return `Dead-lettered outbox messages: ${deadLetters}. Reads and writes go on. To deliver them: burgee-operator dead-letters deliver`;
  }
}
