import { every, type Repetition } from '@burgee/process-kit';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';

/**
 * Work that is done when the service starts, and again and again while it runs: one that is often restarted does it as well. A run that
 * fails is logged; the next one tries again. Several replicas may do it at the same time.
 */
export abstract class RepeatedJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private job: Repetition | undefined;
  /** What goes on for long looks at this, and ends. */
  protected stopped = false;

  /** @param what is done, as the log names it: "deleting expired keys" */
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

  /** Each step by itself, by its name in the log: what is too much for one holds up no other. */
  protected async eachStep(steps: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
    for (const [step, run] of Object.entries(steps))
      try {
        await run();
      } catch (error) {
        if (this.stopped) return;
        this.logger.warn({ err: error, step }, `${this.what} failed in one step, going on`);
      }
  }

  async run(): Promise<void> {
    try {
      await this.work();
    } catch (error) {
      if (this.stopped) return;
      const seconds = this.everyMilliseconds / 1_000;
      this.logger.warn({ err: error }, `${this.what} failed, retrying in ${seconds} s`);
    }
  }
}
