/** An answer to one of them takes some 0.2 ms: a read waits that long for each that goes before it. */
const AT_ONCE = 2;
/**
 * Node accepts one connection with each turn of its event loop. While these rest the turns are short, so that nobody waits
 * long to be accepted, reads on new connections least of all.
 */
const REST_MILLISECONDS = 2;
/** However late a turn comes, so many get theirs: 500 a second. */
const ONE_EACH_MILLISECONDS = 2;

/**
 * Lets a few through at a time, in the order in which they came. When thousands ask at once, what else has come meanwhile is
 * accepted, read and answered in between, instead of after all of them.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** @param now milliseconds on any clock that never goes back */
  constructor(private readonly now = () => performance.now()) {}

  /** Resolves when it is this one's turn. Whoever finds nobody waiting rests first. */
  take(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.schedule();
    });
  }

  private schedule(): void {
    const since = this.now();
    setTimeout(() => {
      const due = Math.ceil((this.now() - since) / ONE_EACH_MILLISECONDS);
      for (const letThrough of this.waiting.splice(0, Math.max(AT_ONCE, due))) letThrough();
      if (this.waiting.length > 0) this.schedule();
    }, REST_MILLISECONDS);
  }
}
