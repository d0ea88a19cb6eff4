import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { STATUS_LIMITS, type StatusReportedV1, SUBJECTS } from '@burgee/contracts/messages';
import {
  BURGEE_VERSION,
  Dependencies,
  Health,
  type HealthReport,
  type ServiceConfig,
  StatusPage,
} from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { describeProcess } from './describe-process.js';
import { Messenger } from './messenger.js';

export const REPORTING_PROCESS = Symbol('reporting process');

/** The identity of a reporting process. */
export interface ReportingProcess extends Pick<ServiceConfig, 'PORT' | 'BURGEE_COMMIT'> {
  service: string;
}

/** A check that hangs with its engine must not delay the report. */
const CHECK_WITHIN_MILLISECONDS = 300;
const NO_ANSWER: HealthReport = { status: 'unavailable', detail: 'its readiness check does not answer' };

/** Reports the status of this process whenever auth asks all of them. */
@Injectable()
export class StatusReporter implements OnApplicationBootstrap {
  /** Identifies this process since its start. */
  readonly id = randomUUID();
  private readonly startedAt = new Date(performance.timeOrigin).toISOString();

  constructor(
    @Inject(REPORTING_PROCESS) private readonly process: ReportingProcess,
    private readonly messenger: Messenger,
    private readonly dependencies: Dependencies,
    private readonly health: Health,
    private readonly statusPage: StatusPage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.messenger.subscribe(SUBJECTS.statusWanted, () => void this.send());
  }

  async report(): Promise<StatusReportedV1> {
    const { service, PORT, BURGEE_COMMIT } = this.process;
    const patience = delay(CHECK_WITHIN_MILLISECONDS, NO_ANSWER, { ref: false });
    const { status, detail } = await Promise.race([this.health.check(), patience]);
    return {
      v: 1,
      event_id: uuidv7(),
      occurred_at: new Date().toISOString(),
      service,
      instance: `${hostname()}:${PORT}`,
      version: BURGEE_VERSION,
      commit: BURGEE_COMMIT,
      node: process.version,
      started_at: this.startedAt,
      status,
      detail: detail?.slice(0, STATUS_LIMITS.text) ?? null,
      ...describeProcess(this.dependencies.all(), await this.statusPage.all()),
    };
  }

  private async send(): Promise<void> {
    try {
      this.messenger.publish(SUBJECTS.statusReported, this.id, await this.report());
    } catch (error) {
      this.logger.debug({ err: error }, 'reporting the status failed');
    }
  }
}
