import { hostname } from 'node:os';
import { type AppliedWantedV1, type EventContract, SUBJECTS } from '@burgee/contracts/messages';
import { type EdgeApplied, formatPosition, type StreamApplied } from '@burgee/contracts/wire';
import { AppliedCounts, AppliedHandler } from '@burgee/flag-serving';
import { Messenger } from '@burgee/messaging';
import { every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { CONFIG, type SdkGatewayConfig } from '../config.js';
import { AppliedReport } from './applied-report.js';

const COUNT_MILLISECONDS = 100;
/**
 * After counting, the process pauses for this multiple of the time it took: a client may be many pollers, and many
 * waits may run.
 */
const REST = 20;
/** flags-admin runs one per environment. */
const WAITS_AT_MOST = 1_000;

interface Stamp {
  v: 1;
  event_id: string;
  occurred_at: string;
}

/** While flags-admin waits for clients to have a change, reports how many of the clients here have it. */
@Injectable()
export class ReportApplied implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly gateway: string;
  /** By the id of the wait. */
  private readonly reports = new Map<string, AppliedReport>();
  private job: Repetition | undefined;
  private restsUntil = 0;

  constructor(
    private readonly counts: AppliedCounts,
    private readonly reported: AppliedHandler,
    private readonly messenger: Messenger,
    @Inject(CONFIG) config: Pick<SdkGatewayConfig, 'PORT'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.gateway = `${hostname()}:${config.PORT}`;
  }

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.appliedWanted, (read, environmentId) => {
      const wanted = read();
      if (wanted) this.receive(environmentId, wanted);
    });
    this.messenger.subscribe(SUBJECTS.appliedAcknowledged, (read, environmentId) => {
      const acknowledged = read();
      if (acknowledged) this.counts.acknowledge(environmentId, acknowledged);
    });
    this.reported.onReported({
      edge: (environmentId, reported) => this.passOn(environmentId, reported),
      stream: (environmentId, acknowledged) => this.acknowledge(environmentId, acknowledged),
    });
  }

  onApplicationShutdown(): void {
    this.job?.stop();
  }

  /** Forwards a report to every flags-admin, unless the wait is unknown. */
  private passOn(environmentId: string, { wait_id, reports }: EdgeApplied): void {
    if (!this.counts.isAsked(environmentId, wait_id)) return;
    for (const { edge, ...count } of reports)
      this.publish(SUBJECTS.appliedCounted, environmentId, { wait_id, gateway: `edge ${edge}`, ...count });
  }

  private acknowledge(environmentId: string, acknowledged: StreamApplied): void {
    if (this.counts.acknowledge(environmentId, acknowledged))
      this.publish(SUBJECTS.appliedAcknowledged, environmentId, acknowledged);
  }

  private receive(environmentId: string, { wait_id, epoch, revision, within_ms }: AppliedWantedV1): void {
    if (within_ms === 0) {
      this.reports.delete(wait_id);
      this.counts.end(wait_id);
    } else if (this.reports.size < WAITS_AT_MOST) {
      const wanted = { wait_id, position: formatPosition({ epoch, revision }), within_ms };
      const count = () => this.counts.count(environmentId, wanted);
      const report = new AppliedReport(environmentId, count, performance.now() + within_ms);
      this.reports.set(wait_id, report);
      // The next regular report would be too late when no client is pending.
      this.reportOne(wait_id, report, performance.now());
      this.job ??= every(COUNT_MILLISECONDS, () => this.report());
    }
  }

  private report(now = performance.now()): void {
    if (now < this.restsUntil) return;
    for (const [waitId, report] of this.reports) this.reportOne(waitId, report, now);
    this.restsUntil = now + (REST + 1) * (performance.now() - now);
    if (this.reports.size > 0) return;
    this.job?.stop();
    this.job = undefined;
  }

  private reportOne(waitId: string, report: AppliedReport, now: number): void {
    const due = report.next(now);
    if (due) {
      const count = { wait_id: waitId, gateway: this.gateway, ...due };
      this.publish(SUBJECTS.appliedCounted, report.environmentId, count);
    }
    if (report.isOver(now)) this.reports.delete(waitId);
  }

  private publish<T extends object>(
    subject: EventContract<T>,
    environmentId: string,
    said: Omit<T, keyof Stamp>,
  ): void {
    const stamp: Stamp = { v: 1, event_id: uuidv7(), occurred_at: new Date().toISOString() };
    try {
      this.messenger.publish(subject, environmentId, { ...stamp, ...said } as unknown as T);
    } catch (error) {
      this.logger.debug({ err: error }, 'reporting who has a change failed');
    }
  }
}
