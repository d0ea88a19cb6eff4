import type { RevisionName } from '@burgee/contracts';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { ReadViews } from '../database/read-views.js';

const ASK_EVERY_MILLISECONDS = 250;

/** Whether what Postgres says lies before what it has said already: then its history is not the one we know. */
export function fellBehind(
  now: { epoch: string; revision: number },
  known: { epoch: string; revision: number },
): boolean {
  return now.epoch === known.epoch && now.revision < known.revision;
}

/**
 * Watches for a Postgres that was put back to an older state. Revisions would be given out a second time for other
 * content, so a new epoch has to begin. Answers that overtake each other look the same from here; Postgres itself
 * decides, looking anew.
 */
@Injectable()
export class History {
  private askedAt = -Infinity;

  constructor(
    private readonly views: ReadViews,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns whether a new epoch has begun because of this. Never throws. */
  async report(known: RevisionName): Promise<boolean> {
    if (performance.now() - this.askedAt < ASK_EVERY_MILLISECONDS) return false;
    this.askedAt = performance.now();
    try {
      const lost = await this.views.reportLostHistory(known);
      if (lost) this.logger.error(known, 'Postgres has lost revisions it had given out; a new epoch begins');
      return lost;
    } catch (error) {
      this.logger.debug({ err: error }, 'postgres could not be asked about its history');
      return false;
    }
  }
}
