import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { EventBatch, Frame, StreamFormat } from './stream-events.js';

/** Per-client options. They are apart from the format, whose bytes all its streams share. */
export interface SubscriberOptions {
  format: StreamFormat;
  /** The id of the edge that follows, if it reports on its clients. */
  edge?: string | undefined;
  /**
   * The token that the client acknowledges with, if it does. Only the client that received it on its stream knows it.
   */
  ack?: string | undefined;
}

/** One client of a channel: its position, and whether it is writable. Events are never queued for it. */
export interface Subscriber extends Readonly<SubscriberOptions> {
  readonly keyHash: string;
  /** The last revision sent to the client. */
  sent: number;
  /** While true, broadcasts skip it, and it catches up individually. */
  catchingUp: boolean;
  /** Whether it is catching up at this moment. */
  busy: boolean;
  /** Its position belongs to another history: it gets a snapshot before any event. */
  needsSnapshot: boolean;
  /** A snapshot is queued for it. */
  queued: boolean;
  /** The tag of keys and origins for which it was last sent `access`. */
  accessTag: string;
  readonly writable: boolean;
  /** Whether the socket has taken all writes. */
  readonly flushed: boolean;
  /** Whether sends have ended. */
  readonly closed: boolean;
  /** Sends a snapshot, which puts the client at its revision from any earlier one. Call only while `writable`. */
  sendSnapshot(rendered: RenderedFlagSet, frame: Frame): void;
  /** Events that bring the client to the last one's revision, in its protocol. Call only while `writable`. */
  sendEvents(batch: EventBatch): void;
  /** Sends bytes that are no event: a comment, a retry. Dropped when the socket is blocked. */
  write(frame: Frame): void;
  /** Ends sending from now on. @returns whether the stream still has to be ended */
  stop(): boolean;
  end(lastBytes?: string): void;
}
