import type { IncomingMessage } from 'node:http';
import { DomainError, type KeyKind } from '@burgee/contracts/wire';

/** Counts by name, and rejects who has used up what a second allows. */
interface Counter {
  consume(name: string, points: number): Promise<unknown>;
}

/** So many flags cost as much as one request with a single flag. */
const FLAGS_PER_POINT = 100;

/**
 * What flags cost besides the point of their request, which has the first hundred. Together never more than a second allows, or
 * they could never be answered.
 */
export const pointsOfFlags = (flags: number, perSecond: number): number =>
  Math.max(0, Math.min(perSecond, Math.ceil(flags / FLAGS_PER_POINT)) - 1);

/**
 * Limits the decisions that are asked for with client keys, by address: everybody can read such a key in a page, so whoever sends it
 * is nobody in particular. SDK keys are secrets of servers, and are not limited by this.
 */
export class DecisionLimit {
  /**
   * @param counter counts `perSecond` points of each name in a second, with a bounded number of names
   * @param addressBlockOf the caller of a request: IPv6 by /64
   */
  constructor(
    private readonly counter: Counter,
    private readonly perSecond: number,
    private readonly addressBlockOf: (request: IncomingMessage) => string,
  ) {}

  /** Counts a request. To be called before its body is read. @throws too_many_requests, with the seconds to wait */
  takeRequest(keyKind: KeyKind, request: IncomingMessage): Promise<void> {
    return this.take(keyKind, request, 1);
  }

  /** Counts flags that a counted request is about. To be called before any is decided. @throws too_many_requests, as above */
  takeFlags(keyKind: KeyKind, request: IncomingMessage, flags: number): Promise<void> {
    return this.take(keyKind, request, pointsOfFlags(flags, this.perSecond));
  }

  private async take(keyKind: KeyKind, request: IncomingMessage, points: number): Promise<void> {
    if (keyKind === 'sdk' || points === 0) return;
    await this.counter.consume(this.addressBlockOf(request), points).catch(() => {
      throw new DomainError(
        'too_many_requests',
        `From one address, client keys may ask ${this.perSecond} times in a second at most; ${FLAGS_PER_POINT} flags count as ` +
          'one time. Try again in 1 s.',
        { retryAfterSeconds: 1 },
      );
    });
  }
}
