/**
 * Sends to single connections, one in each step. All that wait are sent to one after the other, in slices: what is
 * sent to all has its slices in between.
 */
export class SingleSends {
  private readonly waiting = new Set<() => void>();
  private sending = false;

  /** @param send takes the steps in slices */
  constructor(private readonly send: (steps: Iterator<unknown>) => Promise<void>) {}

  /** What `work`, which sends to one connection, gives at its turn. @throws what that throws */
  run<T>(work: () => T): Promise<T> {
    const done = new Promise<T>((resolve, reject) => {
      this.waiting.add(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    if (!this.sending) void this.sendAll();
    return done;
  }

  private async sendAll(): Promise<void> {
    this.sending = true;
    while (this.waiting.size > 0) await this.send(this.steps());
    this.sending = false;
  }

  /** Those that come meanwhile are among them. */
  private *steps(): Generator<void> {
    for (const work of this.waiting) {
      this.waiting.delete(work);
      work();
      yield;
    }
  }
}
