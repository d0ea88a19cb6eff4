import { setTimeout as delay } from 'node:timers/promises';
import { overloaded } from '@burgee/contracts/wire';
import { TurnQueue } from '@burgee/process-kit';

const AT_ONCE = 4;
/** An upstream that has not answered by then lets it wait, as it does with accounts that have spent what they may. */
const COUNTED_FOR_MS = 250;

/**
 * Begins what is asked of the upstream for each environment, a few at a time, so that many do not hurt it. Networks of callers
 * take turns, and what has to wait there keeps no place here: nobody holds up the streams of others with slow ones.
 */
export class Openings {
  private readonly turns = new TurnQueue({
    atOnce: AT_ONCE,
    waitingAtMost: Infinity,
    full: () => overloaded('Too many streams are opened.'),
  });

  /** @param network that brought the key; '' for a given one @returns what `open` returns */
  run<T>(network: string, open: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      void this.turns.run([network], async () => {
        const opened = open();
        opened.then(resolve, reject);
        const counted = new AbortController();
        const end = () => counted.abort();
        opened.then(end, end);
        await delay(COUNTED_FOR_MS, undefined, { signal: counted.signal, ref: false }).catch(() => undefined);
      });
    });
  }
}
