import { SUBJECTS } from '@burgee/contracts/messages';
import type { Messenger } from '@burgee/messaging';
import { every, type Repetition } from '@burgee/process-kit';
import type { Logger } from 'pino';

const REPORT_MILLISECONDS = 250;

/** Reports to flags-admin repeatedly while NATS is connected. */
export class ReportLoop {
  private job: Repetition | undefined;

  /**
   * @param what is reported, for the log
   * @param wanted whether the next report is a full one: also when a report was not sent, or a receiver has missed one
   */
  constructor(
    private readonly what: string,
    private wanted: boolean,
    private readonly messenger: Pick<Messenger, 'connected' | 'subscribe'>,
    private readonly logger: Pick<Logger, 'debug'>,
  ) {}

  /** @param report sends what is new, or everything if it is to be full */
  start(report: (full: boolean) => void): void {
    this.messenger.subscribe(SUBJECTS.reportsWanted, () => (this.wanted = true));
    this.job = every(REPORT_MILLISECONDS, () => this.run(report));
  }

  stop(): void {
    this.job?.stop();
  }

  private run(report: (full: boolean) => void): void {
    const full = this.wanted;
    this.wanted = !this.messenger.connected;
    if (this.wanted) return;
    try {
      report(full);
    } catch (error) {
      this.wanted = true;
      this.logger.debug({ err: error }, `reporting ${this.what} failed`);
    }
  }
}
