import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';

/** Minimum interval between writes of the same environment, per MB of its file. */
const WRITE_EVERY_MILLISECONDS = 250;
const MB = 1_000_000;
/** Concurrent writes. */
const AT_ONCE = 2;
/** Rate of each of these: about a tenth of a disk's throughput, and a few percent of the event loop's time. */
const MB_PER_SECOND = 10;

/** Ms until the same environment may be written again, after so many bytes. */
export const pauseOfOne = (bytes: number): number => WRITE_EVERY_MILLISECONDS * Math.max(1, bytes / MB);

/** Ms until another file may be written in its place, after so many bytes. */
export const pauseOfAll = (bytes: number): number => bytes / (MB_PER_SECOND * (MB / 1_000));

/** Limits concurrency. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Writes the files of environments at a pace: each write covers a whole flag set, so a client that changes keys or
 * flags in a loop would otherwise keep the disk and the event loop busy.
 */
export class PacedWrites {
  private readonly flushing = new AbortController();

  constructor(private readonly limit: Limiter = pLimit(AT_ONCE)) {
    // One listener per paused environment.
    setMaxListeners(0, this.flushing.signal);
  }

  /** @param write returns how many bytes it has written @returns when the same environment may be written again */
  async run(write: () => Promise<number>): Promise<void> {
    const bytes = await this.limit(async () => {
      const written = await write();
      await this.pause(pauseOfAll(written));
      return written;
    });
    await this.pause(pauseOfOne(bytes));
  }

  /** Skips all pauses from now on. */
  hurry(): void {
    this.flushing.abort();
  }

  private async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.flushing.signal }).catch(() => undefined);
  }
}
