import type { Logger } from 'pino';
import { RepeatedJob } from './repeated-job.js';

/** Deletes expired rows. */
export abstract class ExpiryJob extends RepeatedJob {
  /** @param what the name of the rows in the log */
  constructor(what: string, everyMilliseconds: number, logger: Logger) {
    super(`deleting expired ${what}`, everyMilliseconds, logger);
  }

  protected abstract deleteExpired(): Promise<void>;

  protected work(): Promise<void> {
    return this.deleteExpired();
  }

  /**
   * Deletes in batches, so that no statement takes long. @param deleteSome returns how many it has deleted; 0 = none
   * are left
   */
  protected async untilNoneIsLeft(deleteSome: () => Promise<number>): Promise<void> {
    while (!this.stopped && (await deleteSome()) > 0);
  }
}
