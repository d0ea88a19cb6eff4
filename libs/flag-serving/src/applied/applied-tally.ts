import type { Position } from '@burgee/contracts/wire';
import type { Subscriber } from '../channel/subscriber.js';
import { type Poller, positionInTag } from '../flags/pollers.js';

type CountedStream = Pick<Subscriber, 'sent' | 'catchingUp' | 'flushed' | 'closed'>;

/** How many clients have a position. Each is counted as delivered, not seen, or neither; those that acknowledge it are delivered too. */
export interface AppliedCount {
  clients: number;
  delivered: number;
  acknowledged: number;
  notSeen: number;
  /** Those that are waited for. */
  streams: number;
  pollers: number;
  /** When the one of these pollers was seen that was seen longest ago, ms since 1970. */
  lastSeenAt: number | undefined;
}

interface CountedSources {
  streams: Iterable<CountedStream>;
  /** Those of the streams that are asked to acknowledge it. */
  asked?: Iterable<CountedStream>;
  pollers: Iterable<Poller>;
  /** Of the channel of the streams. */
  epochNow: () => string | undefined;
}

const reaches = (at: Position | undefined, { epoch, revision }: Position): boolean =>
  at !== undefined && at.epoch === epoch && at.revision >= revision;

/** Follows the clients of an environment until all have a position, as far as they say. */
export class AppliedTally {
  private readonly streams: Set<CountedStream>;
  private readonly asked: Set<CountedStream>;
  /** Delivered, asked, and silent. */
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

  /** The client of a stream that was asked says that it has it, which counts once. */
  acknowledge(stream: CountedStream): void {
    if (!this.asked.delete(stream)) return;
    const isWaitedFor = this.streams.delete(stream);
    if (isWaitedFor) this.delivered++;
    if (isWaitedFor || this.unconfirmed.delete(stream)) this.acknowledged++;
  }

  /** It could not be asked: what it was sent is all that can be known of it. */
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
