import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { EventBatch, Frame, StreamFormat } from './stream-events.js';

/** How a client follows. What is its alone is beside the format: the bytes of an event are for all streams of that. */
export interface SubscriberOptions {
  format: StreamFormat;
  /** The edge that follows, where it can say how many of its clients have a change. */
  edge?: string | undefined;
  /** What the client acknowledges with, where it does. Only the client that was given it on its stream can acknowledge for that. */
  ack?: string | undefined;
}

/** One client of a channel: how far it has been sent, and whether it takes more. Nothing is ever queued for it. */
export interface Subscriber extends Readonly<SubscriberOptions> {
  readonly keyHash: string;
  /** The last revision that was sent to the client. */
  sent: number;
  /** While true, broadcasts skip it: it is brought up to date on its own. */
  catchingUp: boolean;
  /** Whether it is being brought up to date at this moment. */
  busy: boolean;
  /** What it was sent belongs to another history: before any event it gets a snapshot. */
  needsSnapshot: boolean;
  /** A snapshot waits to be written to it. */
  queued: boolean;
  /** The tag of keys and origins of the environment that it was last sent `access` for. */
  accessTag: string;
  readonly writable: boolean;
  /** Whether the socket has taken everything written. */
  readonly flushed: boolean;
  /** Whether nothing more is sent to it. */
  readonly closed: boolean;
  /** A snapshot, after which the client is at its revision whatever it had before. Call only while `writable`. */
  sendSnapshot(rendered: RenderedFlagSet, frame: Frame): void;
  /** Events that bring the client to the last one's revision, in its protocol. Call only while `writable`. */
  sendEvents(batch: EventBatch): void;
  /** Bytes that are no event: a comment, a retry. Dropped when the socket does not take them. */
  write(frame: Frame): void;
  /** Nothing more is sent to it, from now on. @returns whether it is still to be ended */
  stop(): boolean;
  end(lastBytes?: string): void;
}
