import type { FlagSetVersion } from '@burgee/contracts/wire';
import { Dependencies, every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReadViews } from '../postgres/read-views.js';

const REPORT_EVERY_MILLISECONDS = 250;
const ASK_EVERY_MILLISECONDS = 1_000;

/**
 * Detects a Postgres that was restored to an earlier state. It would assign revisions a second time to other contents,
 * so a new epoch has to begin. Answers that overtake each other look the same from here; Postgres itself decides.
 */
@Injectable()
export class RestoreDetector implements OnApplicationBootstrap, OnApplicationShutdown {
  private reportedAt = -Infinity;
  private asking: Repetition | undefined;

  constructor(
    private readonly views: ReadViews,
    private readonly dependencies: Dependencies,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Queries Postgres until it responds for the first time. So an idle replica reports why it cannot reach Postgres, or
   * that Postgres cannot name its timeline: promotions then go unnoticed here.
   */
  async onApplicationBootstrap(): Promise<void> {
    if (await this.answers()) return;
    this.asking = every(ASK_EVERY_MILLISECONDS, async () => {
      if (await this.answers()) this.asking?.stop();
    });
  }

  onApplicationShutdown(): void {
    this.asking?.stop();
  }

  private async answers(): Promise<boolean> {
    try {
      if ((await this.views.timeline()) === '')
        this.logger.warn(
          'postgres cannot name its timeline, promoting a standby is not covered: see docs/operate/deploy.md',
        );
      this.dependencies.up('postgres');
      return true;
    } catch (error) {
      // Reads that succeeded in the meantime take precedence.
      if (!this.dependencies.isUp('postgres')) this.dependencies.down('postgres', error);
      return false;
    }
  }

  /**
   * @param known a version that Postgres returned @returns whether a new epoch has begun because of this. Never throws.
   */
  async report(known: FlagSetVersion): Promise<boolean> {
    if (performance.now() - this.reportedAt < REPORT_EVERY_MILLISECONDS) return false;
    this.reportedAt = performance.now();
    try {
      const lost = await this.views.reportLostHistory(known);
      if (lost) this.logger.error(known, 'postgres has lost revisions it had given out, a new epoch begins');
      return lost;
    } catch (error) {
      this.logger.debug({ err: error }, 'reporting lost history failed');
      return false;
    }
  }
}
