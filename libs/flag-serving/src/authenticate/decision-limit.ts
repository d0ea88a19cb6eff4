import type { IncomingMessage } from 'node:http';
import { DomainError, type KeyKind } from '@burgee/contracts/wire';

/** Counts by name, and rejects who has used up what a second allows. */
export interface Counter {
  consume(name: string, points: number): Promise<unknown>;
}

/** So many flags cost as much as one request with a single flag, */
const FLAGS_PER_POINT = 100;
/** and so many bytes of a body. */
const BYTES_PER_POINT = 4 * 1_024;
/** A network may ask so many times as often as one address. */
export const ADDRESSES_OF_NETWORK = 4;
/** The block of an address, and two networks around it: the next one is a provider's, with any number of customers. */
const NETWORKS = 3;

const beyondFirst = (parts: number): number => Math.max(0, Math.ceil(parts) - 1);

/** What a request is about. */
interface Asked {
  bytes: number;
  flags: number;
}

/**
 * What a request costs: one point, which has the first hundred flags and the first bytes of its body, and more for more. Together
 * never more than a second allows, or it could never be answered.
 */
export const pointsOf = ({ bytes, flags }: Asked, perSecond: number): number =>
  Math.min(perSecond, 1 + beyondFirst(bytes / BYTES_PER_POINT) + beyondFirst(flags / FLAGS_PER_POINT));

/**
 * Limits the decisions that are asked for with client keys, by address: everybody can read such a key in a page, so whoever sends it
 * is nobody in particular. SDK keys are secrets of servers, and are not limited by this.
 */
export class DecisionLimit {
  /**
   * @param counters `ofAddress` counts `perSecond` points of each name in a second, `ofNetwork` `ADDRESSES_OF_NETWORK` times as
   *   many, both with a bounded number of names
   * @param networksOf the caller of a request, widest first; the last is its address, IPv6 by /64
   */
  constructor(
    private readonly counters: { ofAddress: Counter; ofNetwork: Counter },
    private readonly perSecond: number,
    private readonly networksOf: (request: IncomingMessage) => readonly string[],
  ) {}

  /** Counts a request. To be called before its body is read. @throws too_many_requests, with the seconds to wait */
  takeRequest(keyKind: KeyKind, request: IncomingMessage): Promise<void> {
    return this.take(keyKind, request, 1);
  }

  /** Counts the bytes of the body of a counted request. To be called before it is parsed. @throws too_many_requests, as above */
  takeBody(keyKind: KeyKind, request: IncomingMessage, bytes: number): Promise<void> {
    return this.take(keyKind, request, pointsOf({ bytes, flags: 0 }, this.perSecond) - 1);
  }

  /**
   * Counts flags that a counted request is about. To be called before any is decided.
   * @param bytes of its body, which are counted
   * @throws too_many_requests, as above
   */
  takeFlags(keyKind: KeyKind, request: IncomingMessage, { bytes, flags }: Asked): Promise<void> {
    const counted = pointsOf({ bytes, flags: 0 }, this.perSecond);
    return this.take(keyKind, request, pointsOf({ bytes, flags }, this.perSecond) - counted);
  }

  private async take(keyKind: KeyKind, request: IncomingMessage, points: number): Promise<void> {
    if (keyKind === 'sdk' || points === 0) return;
    const [address = '', ...wider] = this.networksOf(request).slice(-NETWORKS).toReversed();
    const { ofAddress, ofNetwork } = this.counters;
    try {
      // An address that has used up its own takes nothing of its neighbours'.
      await ofAddress.consume(address, points);
      for (const network of wider) await ofNetwork.consume(network, points);
    } catch {
      throw new DomainError(
        'too_many_requests',
        `From one address, client keys may ask ${this.perSecond} times in a second at most, and from its network ` +
          `${ADDRESSES_OF_NETWORK} times as often; ${FLAGS_PER_POINT} flags count as one time, and so do ${BYTES_PER_POINT} bytes ` +
          'of a body. Try again in 1 s.',
        { retryAfterSeconds: 1 },
      );
    }
  }
}
