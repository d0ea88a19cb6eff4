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
  help: 'Windows of usage: stored, ignored (they came before, or their environment is gone), or lost.',
  labelNames: ['result'],
  registers: [metrics],
});

// An alert goes by it: the first increase of a series that was not there is none.
windows.inc({ result: 'lost' }, 0);

/**
 * Stores what gateways hand on. What cannot be stored is lost: nobody sends it again. It is stored a part at a time, since each locks
 * out all others, and those that wait for the lock would take all connections from those who read.
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
    if (lost > 0) this.lose(lost, new Error('too much usage waits to be stored'));
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
    // In the same turn as it was found that nobody waits.
    this.storing = undefined;
  }

  /** Windows are of many tenants: one that does not fit is lost alone. */
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
