/** An answer to one of them takes about 0.1 ms: a read waits that long for each that goes before it. */
const EACH_TURN = 2;
/** However long a turn of the loop lasts, so many get theirs: 500 a second. */
const ONE_EACH_MILLISECONDS = 2;

/**
 * Lets so many through with each turn of the event loop, in the order in which they came. When thousands ask at once, what
 * else has come meanwhile is read and answered in between, instead of after all of them.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private lastTurn = 0;

  /** @param now milliseconds on any clock that never goes back */
  constructor(private readonly now = () => performance.now()) {}

  /** Resolves when it is this one's turn. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.schedule();
    });
  }

  private schedule(): void {
    this.lastTurn = this.now();
    setImmediate(() => {
      const due = Math.ceil((this.now() - this.lastTurn) / ONE_EACH_MILLISECONDS);
      for (const letThrough of this.waiting.splice(0, Math.max(EACH_TURN, due))) letThrough();
      if (this.waiting.length > 0) this.schedule();
    });
  }
}
