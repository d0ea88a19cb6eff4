import { SUBJECTS, UsageReportedV1, type UsageWindowV1 } from '@burgee/contracts/messages';
import { parsePayload } from '@burgee/messaging';
import { metrics } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { DataSource } from 'typeorm';
import { WaitingWindows } from './waiting-windows.js';

const windows = new Counter({
  name: 'burgee_usage_windows_total',
  help: 'Usage windows by result: stored, ignored (duplicate, or the environment is gone), or lost.',
  labelNames: ['result'],
  registers: [metrics],
});

// An alert uses this series. Prometheus sees no increase when a series starts at 1.
windows.inc({ result: 'lost' }, 0);

/**
 * Stores the usage that gateways report. Windows that cannot be stored are lost, because gateways do not resend them.
 * One batch is stored at a time: each holds an exclusive lock, and statements waiting for it would take all connections
 * away from reads.
 */
@Controller()
export class CollectController {
  private readonly waiting = new WaitingWindows();
  private storing: Promise<void> | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @EventPattern(SUBJECTS.usageReported.pattern)
  async collect(@Payload() data: unknown): Promise<void> {
    const given = this.parsed(data).flatMap((message) => message.windows);
    const lost = this.waiting.add(given);
    if (lost > 0) this.lose(lost, new Error('the queue of usage windows is full'));
    if (given.length > 0) await (this.storing ??= this.storeAll());
  }

  private async storeAll(): Promise<void> {
    for (let given = this.waiting.take(); given.length > 0; given = this.waiting.take())
      try {
        const stored = await this.store(given);
        windows.inc({ result: 'stored' }, stored);
        windows.inc({ result: 'ignored' }, given.length - stored);
      } catch (error) {
        this.lose(given.length, error);
      }
    // No await since the queue was found empty, so no window can arrive in between.
    this.storing = undefined;
  }

  /** A message has windows of many tenants: an invalid window must not discard the others. */
  private parsed(data: unknown): UsageReportedV1[] {
    try {
      return [parsePayload(UsageReportedV1, data)];
    } catch (error) {
      const { windows: given } = Object(data) as { windows?: unknown };
      if (Array.isArray(given) && given.length > 1)
        return given.flatMap((window: unknown) => this.parsed({ ...Object(data), windows: [window] }));
      this.lose(1, error);
      return [];
    }
  }

  private lose(count: number, error: unknown): void {
    windows.inc({ result: 'lost' }, count);
    this.logger.warn({ err: error }, 'storing usage failed');
  }

  private async store(given: readonly UsageWindowV1[]): Promise<number> {
    const [row] = await this.database.sql<{ stored: number }[]>`
      select usage.record(${JSON.stringify(given)}::jsonb)::int as stored`;
    return row?.stored ?? 0;
  }
}
