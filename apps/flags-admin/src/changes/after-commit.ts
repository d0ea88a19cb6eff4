import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Delivery } from '../outbox/delivery.js';
import { Shelf } from '../shelf/shelf.js';
import type { StoredFact } from './facts.js';

/** patch = build the next body from the one before; invalidate = let the next reader build it. */
export type ShelfUpdate = 'patch' | 'invalidate';

const AT_MOST_MILLISECONDS = 250;

/** What follows a commit. It can neither fail nor hold up the write: what is not done in time, the relay does. */
@Injectable()
export class AfterCommit {
  constructor(
    private readonly shelf: Shelf,
    private readonly delivery: Delivery,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  run(facts: readonly StoredFact[], update: ShelfUpdate): Promise<void> {
    // The audit entry takes the longest way, so it goes first.
    const steps = [this.delivery.deliver(facts), this.shelf.apply(facts, update)];
    const all = steps.map((step) => step.catch((error: unknown) => this.later(error)));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, AT_MOST_MILLISECONDS);
      void Promise.all(all).then(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private later(error: unknown): void {
    this.logger.debug({ err: error }, 'left to the relay');
  }
}
