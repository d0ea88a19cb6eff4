import { FairQueue } from './fair-queue.js';

/** Milliseconds of this process that one tenant may take for sending, while others want to read. */
const LIMITS = { perSecond: 250, burst: 500, atOnce: 1, atOnceOfOne: 1 };
const SLICE_MILLISECONDS = 2;

/**
 * Sends the same to many connections, in slices between which everything else gets its turn. Tenants take turns, and one that
 * has sent for longer than its share waits: what it sends next is then sent together.
 */
export class SendTurns {
  private readonly queue: FairQueue;
  private sentFor = 0;

  /** @param now ms, by a clock that only rises */
  constructor(private readonly now = () => performance.now()) {
    this.queue = new FairQueue(LIMITS, now);
  }

  /** Takes the steps, each of which sends to one connection. The first slice begins at once when nobody else sends. */
  async run(tenant: string, steps: Iterator<unknown>): Promise<void> {
    for (let isDone = false; !isDone;) {
      isDone = await this.queue.run(tenant, async (spend) => {
        const startedAt = this.now();
        let took = 0;
        for (; !isDone && took < SLICE_MILLISECONDS; took = this.now() - startedAt) isDone = steps.next().done === true;
        spend(took);
        this.sentFor += took;
        if (this.sentFor >= SLICE_MILLISECONDS) {
          await new Promise(setImmediate);
          this.sentFor = 0;
        }
        return isDone;
      });
    }
  }
}
