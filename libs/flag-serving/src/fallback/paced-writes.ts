import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';

/** An environment that changes all the time is written this often at most, and each MB of it as often. */
const WRITE_EVERY_MILLISECONDS = 250;
const MB = 1_000_000;
/** Files that are written at a time. */
const AT_ONCE = 2;
/** Of each of these: about a tenth of what a disk takes, and some hundredths of the time of the event loop. */
const MB_PER_SECOND = 10;

/** Ms until the same environment is written again, after so many bytes. */
export const pauseOfOne = (bytes: number): number => WRITE_EVERY_MILLISECONDS * Math.max(1, bytes / MB);

/** Ms until another file is written in its place, after so many bytes. */
export const pauseOfAll = (bytes: number): number => bytes / (MB_PER_SECOND * (MB / 1_000));

/** Runs so many at a time. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Writes the files of environments at a pace: whoever changes keys or flags in a loop keeps neither disk nor event loop busy, as each
 * write is of a whole flag set.
 */
export class PacedWrites {
  private readonly flushing = new AbortController();

  constructor(private readonly limit: Limiter = pLimit(AT_ONCE)) {
    // One for each environment that pauses.
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

  /** From now on nothing pauses. */
  hurry(): void {
    this.flushing.abort();
  }

  private async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.flushing.signal }).catch(() => undefined);
  }
}
