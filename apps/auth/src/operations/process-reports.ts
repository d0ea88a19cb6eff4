import { setTimeout as delay } from 'node:timers/promises';
import type { OperationsView } from '@burgee/contracts/http';
import { SUBJECTS } from '@burgee/contracts/messages';
import { Messenger, StatusReporter } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { describeOperations, type HeldReport } from './describe-operations.js';

/** The number of processes is unknown, so each request waits this long for answers. */
const ANSWER_WITHIN_MILLISECONDS = 800;
/** A process that has answered before stays listed this long, so that a dead one shows as missing. */
const MISSING_FOR_MILLISECONDS = 60_000;
/** If there are more, the first to report are listed. */
const PROCESSES_AT_MOST = 500;

/** Requests the status of every process and keeps the reports in memory. */
@Injectable()
export class ProcessReports implements OnApplicationBootstrap {
  private readonly held = new Map<string, HeldReport>();
  private asking: Promise<OperationsView> | undefined;

  constructor(
    private readonly messenger: Messenger,
    private readonly reporter: StatusReporter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.statusReported, (read, processId) => {
      const report = read();
      if (report) this.hold(processId, { receivedAt: performance.now(), report });
    });
  }

  /**
   * Collects the state of all processes. Concurrent requests share one answer, so that many open pages cost as much as
   * one.
   */
  ask(): Promise<OperationsView> {
    this.asking ??= this.collect().finally(() => (this.asking = undefined));
    return this.asking;
  }

  private async collect(): Promise<OperationsView> {
    const asked_at = new Date().toISOString();
    const askedAt = performance.now();
    const complete = this.askAll(asked_at);
    const [own] = await Promise.all([this.reporter.report(), complete ? delay(ANSWER_WITHIN_MILLISECONDS) : undefined]);
    this.hold(this.reporter.id, { receivedAt: performance.now(), report: own });
    for (const [id, { receivedAt }] of this.held)
      if (askedAt - receivedAt > MISSING_FOR_MILLISECONDS) this.held.delete(id);
    // Without NATS the earlier reports of other processes say nothing about their state now.
    const shown = complete ? this.held : new Map([...this.held].filter(([id]) => id === this.reporter.id));
    return { asked_at, complete, ...describeOperations(shown, askedAt) };
  }

  /** @returns whether the request was sent */
  private askAll(occurred_at: string): boolean {
    try {
      this.messenger.publish(SUBJECTS.statusWanted, this.reporter.id, { v: 1, event_id: uuidv7(), occurred_at });
      return true;
    } catch (error) {
      this.logger.debug({ err: error }, 'requesting the status of processes failed');
      return false;
    }
  }

  private hold(processId: string, report: HeldReport): void {
    if (this.held.has(processId) || this.held.size < PROCESSES_AT_MOST) this.held.set(processId, report);
  }
}
