import { type Position, positionInTag } from '@burgee/contracts/wire';
import type { Subscriber } from '../channel/subscriber.js';
import type { Poller } from '../flags/pollers.js';

type CountedStream = Pick<Subscriber, 'sent' | 'catchingUp' | 'flushed' | 'closed'>;

/**
 * How many clients have a position. Each is delivered, not seen, or neither; an acknowledged client is also delivered.
 */
export interface AppliedCount {
  clients: number;
  delivered: number;
  acknowledged: number;
  notSeen: number;
  /** The streams whose delivery is pending. */
  streams: number;
  pollers: number;
  /** When the least recently seen of these pollers was seen, ms since 1970. */
  lastSeenAt: number | undefined;
}

interface CountedSources {
  streams: Iterable<CountedStream>;
  /** The subset of the streams that is asked to acknowledge. */
  asked?: Iterable<CountedStream>;
  pollers: Iterable<Poller>;
  /** The current epoch of the streams' channel. */
  epochNow: () => string | undefined;
}

const reaches = (at: Position | undefined, { epoch, revision }: Position): boolean =>
  at !== undefined && at.epoch === epoch && at.revision >= revision;

/** Follows the clients of an environment until all of them have a position, as far as they report it. */
export class AppliedTally {
  private readonly streams: Set<CountedStream>;
  private readonly asked: Set<CountedStream>;
  /** Delivered and asked, but not acknowledged yet. */
  private readonly unconfirmed = new Set<CountedStream>();
  private readonly pollers: Set<Poller>;
  private readonly clients: number;
  private readonly epochNow: () => string | undefined;
  private delivered = 0;
  private acknowledged = 0;
  private notSeen = 0;

  constructor(
    private readonly position: Position,
    { streams, asked = [], pollers, epochNow }: CountedSources,
  ) {
    this.streams = new Set(streams);
    this.asked = new Set(asked);
    this.pollers = new Set(pollers);
    this.epochNow = epochNow;
    this.clients = this.streams.size + this.pollers.size;
  }

  /** Records that an asked client acknowledged, once. */
  acknowledge(stream: CountedStream): void {
    if (!this.asked.delete(stream)) return;
    const isWaitedFor = this.streams.delete(stream);
    if (isWaitedFor) this.delivered++;
    if (isWaitedFor || this.unconfirmed.delete(stream)) this.acknowledged++;
  }

  /** Stops waiting for a stream that could not be asked. Delivery is then the most we know. */
  forgo(stream: CountedStream): void {
    this.asked.delete(stream);
    this.unconfirmed.delete(stream);
  }

  count(): AppliedCount {
    this.countStreams();
    for (const poller of this.pollers) {
      if (!reaches(positionInTag(poller.tag), this.position)) continue;
      this.pollers.delete(poller);
      this.acknowledged++;
      this.delivered++;
    }
    const answered = [...this.pollers].filter((poller) => reaches(poller.answered, this.position)).length;
    const seen = [...this.pollers].map(({ seenAt }) => seenAt);
    return {
      clients: this.clients,
      delivered: this.delivered + answered,
      acknowledged: this.acknowledged,
      notSeen: this.notSeen,
      streams: this.streams.size + this.unconfirmed.size,
      pollers: this.pollers.size,
      lastSeenAt: seen.length > 0 ? seen.reduce((a, b) => Math.min(a, b)) : undefined,
    };
  }

  private countStreams(): void {
    for (const stream of this.unconfirmed) if (stream.closed) this.unconfirmed.delete(stream);
    if (this.streams.size === 0) return;
    const epoch = this.epochNow();
    const isOtherEpoch = epoch !== undefined && epoch !== this.position.epoch;
    for (const stream of this.streams) {
      const isDelivered =
        !isOtherEpoch && stream.sent >= this.position.revision && !stream.catchingUp && stream.flushed;
      if (!isDelivered && !isOtherEpoch && !stream.closed) continue;
      this.streams.delete(stream);
      if (!isDelivered) this.notSeen++;
      else {
        this.delivered++;
        if (this.asked.has(stream) && !stream.closed) this.unconfirmed.add(stream);
      }
    }
  }
}
