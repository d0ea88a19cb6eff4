/** An answer to one of them takes about 0.1 ms: a read waits that long for each that goes before it. */
const EACH_TURN = 2;

/**
 * Lets so many through with each turn of the event loop, in the order in which they came. When thousands ask at once, what
 * else has come meanwhile is read and answered in between, instead of after all of them.
 */
export class Turns {
  private waiting: (() => void)[] = [];
  private next = 0;

  /** Resolves when it is this one's turn. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) setImmediate(this.letThrough);
    });
  }

  private readonly letThrough = (): void => {
    for (const end = this.next + EACH_TURN; this.next < Math.min(end, this.waiting.length); this.next++)
      this.waiting[this.next]?.();
    if (this.next < this.waiting.length) {
      setImmediate(this.letThrough);
      return;
    }
    this.waiting = [];
    this.next = 0;
  };
}
