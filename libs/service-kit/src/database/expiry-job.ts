import { every, type Repetition } from '@burgee/process-kit';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';

/**
 * Deletes what has expired, when the service starts and again and again while it runs: one that is often restarted deletes as
 * well. A run that fails is logged; the next one tries again.
 */
export abstract class ExpiryJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private job: Repetition | undefined;

  /** @param what expires, as the log names it */
  constructor(
    private readonly what: string,
    private readonly everyMilliseconds: number,
    private readonly logger: Logger,
  ) {}

  protected abstract deleteExpired(): Promise<void>;

  onApplicationBootstrap(): void {
    void this.run();
    this.job = every(this.everyMilliseconds, () => this.run());
  }

  onApplicationShutdown(): void {
    this.job?.stop();
  }

  async run(): Promise<void> {
    try {
      await this.deleteExpired();
    } catch (error) {
      const seconds = this.everyMilliseconds / 1_000;
      this.logger.warn({ err: error }, `deleting expired ${this.what} failed, retrying in ${seconds} s`);
    }
  }
}
