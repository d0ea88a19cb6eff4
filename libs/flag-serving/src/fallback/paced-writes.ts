import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** An environment that changes all the time is written this often at most, and each MB of it as often. */
const WRITE_EVERY_MILLISECONDS = 250;
const MB = 1_000_000;
/** Of each turn: about a tenth of what a disk takes, and some hundredths of the time of the event loop. */
const MB_PER_SECOND = 10;

/** Ms until the same environment is written again, after so many bytes. */
export const pauseOfOne = (bytes: number): number => WRITE_EVERY_MILLISECONDS * Math.max(1, bytes / MB);

/** Ms until anything is written in the same turn, after so many bytes. */
export const pauseOfAll = (bytes: number): number => bytes / (MB_PER_SECOND * (MB / 1_000));

/** Runs the work when it is the turn of whoever the environment belongs to. */
export type WriteTurn = (environmentId: string, work: () => Promise<void>) => Promise<void>;

/**
 * Writes the files of environments at a pace: whoever changes keys or flags in a loop keeps neither disk nor event loop busy, as each
 * write is of a whole flag set.
 */
export class PacedWrites {
  private readonly flushing = new AbortController();

  constructor(private readonly inTurn: WriteTurn = (_, work) => work()) {
    // One for each environment that pauses.
    setMaxListeners(0, this.flushing.signal);
  }

  /** @param write returns how many bytes it has written @returns when the same environment may be written again */
  async run(environmentId: string, write: () => Promise<number>): Promise<void> {
    let bytes = 0;
    await this.inTurn(environmentId, async () => {
      bytes = await write();
      await this.pause(pauseOfAll(bytes));
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
