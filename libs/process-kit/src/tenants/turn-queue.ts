import { Share } from './share.js';

interface Waiting {
  begin: () => void;
  refuse: (error: Error) => void;
}

export interface TurnQueueOptions {
  /** How many run at once. */
  atOnce: number;
  /** How many wait at most, of all shares together. */
  waitingAtMost: number;
  /** Makes the error of those for whom there is no room. */
  full: () => Error;
}

/**
 * Runs work in turn. Shares take turns, however much each of them asks for, and so do the narrower shares inside each: a network,
 * then the networks in it. When too many wait, the share that waits with most loses its latest, so one that asks for much takes no
 * room from one that asks for little. The `FairQueue` of tenants has budgets instead, and refuses nobody.
 */
export class TurnQueue {
  private readonly waiting = new Share<Waiting>();
  private running = 0;

  constructor(private readonly options: TurnQueueOptions) {}

  /**
   * @param path the shares that the work counts for, widest first
   * @throws what `full` makes, or what `work` throws
   */
  async run<T>(path: readonly string[], work: () => Promise<T>): Promise<T> {
    if (this.running < this.options.atOnce) this.running++;
    else await this.wait(path);
    try {
      return await work();
    } finally {
      this.passOn(path);
    }
  }

  private wait(path: readonly string[]): Promise<void> {
    return new Promise((begin, refuse) => {
      this.waiting.add(path, { begin, refuse });
      if (this.waiting.size > this.options.waitingAtMost) this.waiting.takeSurplus()?.refuse(this.options.full());
    });
  }

  /** Gives the turn that has ended to the next share; to the one that had it only if no other waits. */
  private passOn(ended: readonly string[]): void {
    this.waiting.moveBack(ended);
    const next = this.waiting.takeNext();
    if (next) next.begin();
    else this.running--;
  }
}
