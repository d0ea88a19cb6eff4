import { every, failpoint, isDatabaseUnavailable, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { type DueSchedule, RunStepService } from './run-step.service.js';
import { scheduleLag, scheduleSteps } from './schedule-metrics.js';

const EVERY_MILLISECONDS = 1_000;
/** The limits of one poll. */
const STEPS_AT_MOST = 200;
const LOOK_MILLISECONDS = 2_000;
/** How long a failed step waits, so that others can run. */
const RETRY_MILLISECONDS = 30_000;
const WARN_MILLISECONDS = 60_000;

/**
 * Polls for due steps of schedules and runs them. Every replica does this: the clock of the database decides what is
 * due, and its locks decide which replica runs it.
 */
@Injectable()
export class ScheduleRunner implements OnApplicationBootstrap, OnApplicationShutdown {
  private job: Repetition | undefined;
  private stopped = false;
  private warnedAt = -Infinity;
  /** Schedules with a failed step, and the time of the retry on a monotonic clock. */
  private readonly failed = new Map<string, number>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly steps: RunStepService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = every(EVERY_MILLISECONDS, () => this.run());
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    this.job?.stop();
  }

  async run(): Promise<void> {
    try {
      if (!(await this.isAnyDue())) return;
      const until = performance.now() + LOOK_MILLISECONDS;
      for (const due of await this.due()) {
        if (this.stopped || performance.now() > until) return;
        await this.runOne(due);
      }
    } catch (error) {
      this.warn(error);
    }
  }

  private async runOne(due: DueSchedule): Promise<void> {
    const about = { schedule: due.id, project: due.project_id };
    try {
      failpoint('before-claim');
      const result = await this.steps.run(due);
      if (result === undefined) return;
      scheduleSteps.inc({ result });
      if (result === 'paused') this.logger.info(about, 'schedule paused');
      else this.logger.info({ ...about, result }, 'schedule step ran');
    } catch (error) {
      if (this.stopped) return;
      scheduleSteps.inc({ result: 'failed' });
      this.failed.set(due.id, performance.now() + RETRY_MILLISECONDS);
      const seconds = RETRY_MILLISECONDS / 1_000;
      this.logger.warn({ ...about, err: error }, `running a schedule failed, retrying in ${seconds} s`);
    }
  }

  /** Logs once a minute. An outage of Postgres is already logged by its own check. */
  private warn(error: unknown): void {
    const now = performance.now();
    if (this.stopped || isDatabaseUnavailable(error) || now - this.warnedAt < WARN_MILLISECONDS) return;
    this.warnedAt = now;
    this.logger.warn({ err: error }, 'looking for due schedules failed, retrying in 1 s');
  }

  /** The only query while nothing is due. */
  private async isAnyDue(): Promise<boolean> {
    const [row] = await this.database.sql<{ lag: number | null }[]>`
      select extract(epoch from clock_timestamp() - min(next_at))::float8 as lag
      from flags.schedules where status = 'scheduled'`;
    const lag = row?.lag ?? -1;
    scheduleLag.set(Math.max(0, lag));
    return lag >= 0;
  }

  /**
   * The oldest due schedules. Skips schedules that another replica has locked, and retries failed steps after a while.
   */
  private due(): Promise<DueSchedule[]> {
    for (const [id, retryAt] of this.failed) if (retryAt <= performance.now()) this.failed.delete(id);
    return this.database.sql<DueSchedule[]>`
      select s.id, s.project_id, s.flag_id, s.environment_id, s.author_id,
             (select u.name from session_read.user_v1 u where u.user_id = s.author_id) as author_name
      from flags.schedules s
      where s.status = 'scheduled' and s.next_at <= now() and s.id <> all(${[...this.failed.keys()]}::uuid[])
      order by s.next_at limit ${STEPS_AT_MOST}::int
      for update of s skip locked`;
  }
}
