import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { Frame, StreamFormat } from './stream-events.js';
import type { Subscriber } from './subscriber.js';

/** Streams and bytes per batch; the first limit reached ends it. Other work runs between batches. */
const STREAMS_AT_ONCE = 36;
const BYTES_AT_ONCE = 1_000_000;
const PAUSE_MILLISECONDS = 5;

/** A snapshot for one stream. */
interface SnapshotWrite {
  bytes: number;
  write: () => void;
}

/**
 * Spreads the snapshots that many streams get at once, as with a new epoch, so that reads are served in between. The
 * first few go out at once.
 */
export class SnapshotPacer {
  /** A set: removing the first entry is fast at any size. */
  private readonly writes = new Set<SnapshotWrite>();
  private streamsLeft = STREAMS_AT_ONCE;
  private bytesLeft = BYTES_AT_ONCE;
  private pause: NodeJS.Timeout | undefined;

  /** Calls `write`, which must not throw, now or later, in the order of the calls. */
  enqueue(bytes: number, write: () => void): void {
    this.writes.add({ bytes, write });
    this.writeSome();
  }

  private writeSome(): void {
    for (const next of this.writes) {
      if (this.streamsLeft <= 0 || this.bytesLeft <= 0) return;
      this.writes.delete(next);
      this.streamsLeft--;
      this.bytesLeft -= next.bytes;
      this.pause ??= setTimeout(() => this.goOn(), PAUSE_MILLISECONDS);
      next.write();
    }
  }

  private goOn(): void {
    this.pause = undefined;
    this.streamsLeft = STREAMS_AT_ONCE;
    this.bytesLeft = BYTES_AT_ONCE;
    this.writeSome();
  }
}

/**
 * Sends the snapshot to connections at the shared pace, once it is rendered in the protocol of each.
 * @param send is called for one connection after the other
 */
export function queueSnapshots(
  connections: readonly Subscriber[],
  rendered: RenderedFlagSet,
  { pacer, failed }: { pacer: SnapshotPacer; failed: (error: unknown) => void },
  send: (connection: Subscriber, frame: Frame) => Promise<void>,
): void {
  const byFormat = new Map<StreamFormat, Subscriber[]>();
  for (const one of connections) {
    one.queued = true;
    const its = byFormat.get(one.format);
    if (its) its.push(one);
    else byFormat.set(one.format, [one]);
  }
  for (const [format, its] of byFormat) {
    const queue = (frame: Frame) => {
      for (const one of its) pacer.enqueue(frame.chunk.length, () => void send(one, frame).catch(failed));
    };
    const giveUp = (error: unknown) => {
      // The next reconciliation brings them up to date.
      for (const one of its) one.queued = false;
      failed(error);
    };
    const made = format.snapshot(rendered);
    if (made instanceof Promise) made.then(queue, giveUp);
    else queue(made);
  }
}
