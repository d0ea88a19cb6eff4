import type { Logger } from 'pino';
import { RepeatedJob } from './repeated-job.js';

/** Deletes what has expired. */
export abstract class ExpiryJob extends RepeatedJob {
  /** @param what expires, as the log names it */
  constructor(what: string, everyMilliseconds: number, logger: Logger) {
    super(`deleting expired ${what}`, everyMilliseconds, logger);
  }

  protected abstract deleteExpired(): Promise<void>;

  protected work(): Promise<void> {
    return this.deleteExpired();
  }

  /** Some at a time, so that no statement takes long. @param deleteSome how many it has deleted; 0 = no more are left */
  protected async untilNoneIsLeft(deleteSome: () => Promise<number>): Promise<void> {
    while (!this.stopped && (await deleteSome()) > 0);
  }
}
