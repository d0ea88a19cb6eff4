interface Waiting {
  begin: () => void;
  refuse: (error: Error) => void;
}

interface Options {
  /** How many run at once. */
  atOnce: number;
  /** How many wait at most, of all shares together. */
  waitingAtMost: number;
  /** Makes the error of those for whom there is no room. */
  full: () => Error;
}

/**
 * Runs work in turn. Shares that wait take turns, however much each of them asks for. When too many wait, the share that waits with
 * most loses its latest, so one that asks for much takes no room from one that asks for little. The `FairQueue` of tenants has
 * budgets instead, and refuses nobody.
 */
export class HashQueue {
  /** By share, in the order of their next turns. */
  private readonly waiting = new Map<string, Waiting[]>();
  private running = 0;

  constructor(private readonly options: Options) {}

  /** @throws what `full` makes, or what `work` throws */
  async run<T>(share: string, work: () => Promise<T>): Promise<T> {
    if (this.running < this.options.atOnce) this.running++;
    else await this.wait(share);
    try {
      return await work();
    } finally {
      this.passOn();
    }
  }

  private wait(share: string): Promise<void> {
    return new Promise((begin, refuse) => {
      this.waiting.set(share, [...(this.waiting.get(share) ?? []), { begin, refuse }]);
      const queues = [...this.waiting];
      const count = queues.reduce((sum, [, queue]) => sum + queue.length, 0);
      if (count <= this.options.waitingAtMost) return;
      // Of shares with equally many, the last one: it came last, or has just had a turn.
      const [largest, queue] = queues.reduce((most, one) => (one[1].length >= most[1].length ? one : most));
      this.keep(largest, queue.slice(0, -1));
      queue.at(-1)?.refuse(this.options.full());
    });
  }

  /** Gives the turn that has ended to the next share. */
  private passOn(): void {
    const [next] = this.waiting;
    if (!next) {
      this.running--;
      return;
    }
    const [share, [first, ...rest]] = next;
    this.waiting.delete(share);
    this.keep(share, rest);
    first?.begin();
  }

  private keep(share: string, queue: Waiting[]): void {
    if (queue.length > 0) this.waiting.set(share, queue);
    else this.waiting.delete(share);
  }
}
