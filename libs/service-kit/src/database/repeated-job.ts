import { every, isDatabaseBusy, isDatabaseUnavailable, type Repetition } from '@burgee/process-kit';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';

/** The database's own monitor says once that Postgres is away. */
const levelOf = (error: unknown) => (isDatabaseUnavailable(error) && !isDatabaseBusy(error) ? 'debug' : 'warn');

/**
 * A job that runs at the start of a service and repeatedly while it runs, so that it also runs in a service that
 * restarts often. A failed run is logged, and the next one tries again. Several replicas may run it at the same time.
 */
export abstract class RepeatedJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private job: Repetition | undefined;
  /** A long run checks this flag and ends. */
  protected stopped = false;

  /** @param what the job's name in logs: "deleting expired keys" */
  constructor(
    private readonly what: string,
    private readonly everyMilliseconds: number,
    private readonly logger: Logger,
  ) {}

  protected abstract work(): Promise<void>;

  onApplicationBootstrap(): void {
    void this.run();
    this.job = every(this.everyMilliseconds, () => this.run());
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    this.job?.stop();
  }

  /** Runs each step separately, under its name in the log, so that a failed step does not block the others. */
  protected async eachStep(steps: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
    for (const [step, run] of Object.entries(steps))
      try {
        await run();
      } catch (error) {
        if (this.stopped) return;
        this.logger[levelOf(error)]({ err: error, step }, `${this.what} failed in one step, going on`);
      }
  }

  async run(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      if (this.stopped) return;
      const seconds = this.everyMilliseconds / 1_000;
      this.logger[levelOf(error)]({ err: error }, `${this.what} failed, retrying in ${seconds} s`);
    }
  }
}
