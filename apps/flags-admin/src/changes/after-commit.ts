import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Delivery } from '../outbox/delivery.js';
import { Shelf } from '../shelf/shelf.js';
import type { StoredFact } from './facts.js';

/** patch = build the next body from the one before; invalidate = let the next reader build it. */
export type ShelfUpdate = 'patch' | 'invalidate';

const ANSWER_WITHIN_MILLISECONDS = 250;
const HEAD_START_MILLISECONDS = 10;

/** Resolves when `work` ends, well or not, and at the latest after `ms`. */
function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });
}

/** What follows a commit. It can neither fail nor hold up the write: what is not done in time, the relay does. */
@Injectable()
export class AfterCommit {
  constructor(
    private readonly shelf: Shelf,
    private readonly delivery: Delivery,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Resolves when the audit entry is stored, or when it has taken too long. The entry is all the caller waits for, so
   * it has a head start on the shelf, which nobody's correctness hangs on. Doorbells ring at once: clients wait for them.
   */
  async run(facts: readonly StoredFact[], update: ShelfUpdate): Promise<void> {
    const audits = facts.filter((fact) => fact.kind === 'audit');
    const doorbells = facts.filter((fact) => fact.kind !== 'audit');
    void this.attempt(this.delivery.deliver(doorbells));
    // NATS' client sends what was published with the next microtask: before the entry is even put together.
    await Promise.resolve();
    const audited = this.attempt(this.delivery.deliver(audits));
    void atMost(HEAD_START_MILLISECONDS, audited).then(() => void this.attempt(this.shelf.apply(doorbells, update)));
    await atMost(ANSWER_WITHIN_MILLISECONDS, audited);
  }

  private attempt(step: Promise<void>): Promise<void> {
    return step.catch((error: unknown) => this.logger.debug({ err: error }, 'left to the relay'));
  }
}
