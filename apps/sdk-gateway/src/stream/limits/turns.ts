/** Between turns, what else has come is accepted, read and answered. */
const REST_MILLISECONDS = 5;
/** Most of a storm is refused, which takes some 0.07 ms each: a read waits up to 2.5 ms for a turn. Of a turn's streams all keys are checked at once. */
const AT_ONCE = 36;

/**
 * Looks at a few at a time, in the order in which they came. When thousands ask at once, what else has come meanwhile is
 * accepted, read and answered in between, instead of after all of them. 7,200 a second at best: whoever is refused is so
 * within moments, before the garbage collector has thousands to carry along.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private next: NodeJS.Timeout | undefined;

  /**
   * Calls `look`, which must not throw, when it is its turn: within a millisecond when nobody was looked at in the last
   * five, never at once.
   */
  wait(look: () => void): void {
    this.waiting.push(look);
    this.next ??= setTimeout(() => this.turn());
  }

  private turn(): void {
    const few = this.waiting.splice(0, AT_ONCE);
    for (const look of few) look();
    this.next = few.length > 0 ? setTimeout(() => this.turn(), REST_MILLISECONDS) : undefined;
  }
}
