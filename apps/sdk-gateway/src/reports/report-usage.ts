import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SUBJECTS } from '@burgee/contracts/messages';
import { UsageBuffer } from '@burgee/flag-serving';
import { Messenger } from '@burgee/messaging';
import { every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { EnvironmentFlows } from '../environment-flows.js';
import { SERVING_METRICS } from '../metrics.js';

const REPORT_MILLISECONDS = 1_000;
/** Well below the message limit of NATS, for any contents: in a short window, names and ids are most of it. */
const BYTES_OF_MESSAGE = 300_000;

/** Forwards usage to the service that stores it. Messages that NATS does not accept are lost, and counted. */
@Injectable()
export class ReportUsage implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly id = randomUUID();
  private job: Repetition | undefined;

  constructor(
    private readonly buffer: UsageBuffer,
    private readonly messenger: Messenger,
    private readonly flows: EnvironmentFlows,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = every(REPORT_MILLISECONDS, () => this.report());
  }

  /** Sends everything taken so far. The server is still running, so its very last reports are lost. */
  async beforeApplicationShutdown(): Promise<void> {
    this.job?.stop();
    await this.report();
  }

  /** Yields to the event loop between messages, since serializing one takes milliseconds. */
  private async report(): Promise<void> {
    if (!this.messenger.connected) return;
    for (const group of this.buffer.take(BYTES_OF_MESSAGE)) {
      const windows = group.map(({ environmentId, window, reports }) => ({
        environment_id: environmentId,
        tenant: this.flows.accountOf(environmentId),
        window,
        reports,
      }));
      try {
        const stamp = { v: 1 as const, event_id: uuidv7(), occurred_at: new Date().toISOString() };
        this.messenger.publish(SUBJECTS.usageReported, this.id, { ...stamp, windows });
      } catch (error) {
        for (const _ of group) SERVING_METRICS.usage('dropped');
        this.logger.debug({ err: error }, 'sending usage failed');
      }
      await nextTurn();
    }
  }
}
