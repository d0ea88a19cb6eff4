import { DomainError, type KeyKind } from '@burgee/contracts/wire';

/** Counts by name, and rejects who has used up what a second allows. */
interface Counter {
  consume(name: string, points: number): Promise<unknown>;
}

/** So many flags cost as much as one request with a single flag. */
const FLAGS_PER_POINT = 100;

/** What a request for decisions costs. Never more than a second allows, or it could never be answered. */
export const decisionPoints = (flags: number, perSecond: number): number =>
  Math.min(perSecond, Math.max(1, Math.ceil(flags / FLAGS_PER_POINT)));

/**
 * Limits the decisions that are asked for with client keys, by address: everybody can read such a key in a page, so whoever sends it
 * is nobody in particular. SDK keys are secrets of servers, and are not limited by this.
 */
export class DecisionLimit {
  /** @param counter counts `perSecond` points of each name in a second, with a bounded number of names */
  constructor(
    private readonly counter: Counter,
    private readonly perSecond: number,
  ) {}

  /**
   * To be called before anything is decided.
   * @param addressBlock of the caller: IPv6 by /64
   * @param flags how many are to be decided
   * @throws too_many_requests, with the seconds to wait
   */
  async take(keyKind: KeyKind, addressBlock: string, flags: number): Promise<void> {
    if (keyKind === 'sdk') return;
    await this.counter.consume(addressBlock, decisionPoints(flags, this.perSecond)).catch(() => {
      throw new DomainError(
        'too_many_requests',
        `From one address, client keys may ask ${this.perSecond} times in a second at most; ${FLAGS_PER_POINT} flags count as ` +
          'one time. Try again in 1 s.',
        { retryAfterSeconds: 1 },
      );
    });
  }
}
