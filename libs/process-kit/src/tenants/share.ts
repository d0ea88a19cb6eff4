/** Those who wait for one share of a queue: in narrower shares, each with its own turns, or at the end of a path in a line. */
export class Share<Waiting> {
  /** In the order of their next turns. None is empty. */
  private readonly narrower = new Map<string, Share<Waiting>>();
  private readonly line: Waiting[] = [];
  private count = 0;

  /** How many wait. */
  get size(): number {
    return this.count;
  }

  add([name, ...rest]: readonly string[], waiting: Waiting): void {
    this.count++;
    if (name === undefined) {
      this.line.push(waiting);
      return;
    }
    const share = this.narrower.get(name) ?? new Share<Waiting>();
    this.narrower.set(name, share);
    share.add(rest, waiting);
  }

  /** Whoever has the next turn; the shares that it counts for have theirs after all others. */
  takeNext(): Waiting | undefined {
    if (this.count > 0) this.count--;
    const [first] = this.narrower;
    if (!first) return this.line.shift();
    const [name, share] = first;
    const next = share.takeNext();
    this.putLast(name, share);
    return next;
  }

  /** The latest of the share that waits with most; of those with equally many, of the last: it came last, or has just had a turn. */
  takeSurplus(): Waiting | undefined {
    if (this.count > 0) this.count--;
    const shares = [...this.narrower];
    if (shares.length === 0) return this.line.pop();
    const [name, share] = shares.reduce((most, one) => (one[1].size >= most[1].size ? one : most));
    const surplus = share.takeSurplus();
    if (share.size === 0) this.narrower.delete(name);
    return surplus;
  }

  /** Lets the shares of a path have their turns after all others. */
  moveBack([name, ...rest]: readonly string[]): void {
    const share = name !== undefined && this.narrower.get(name);
    if (!share) return;
    share.moveBack(rest);
    this.putLast(name, share);
  }

  private putLast(name: string, share: Share<Waiting>): void {
    this.narrower.delete(name);
    if (share.size > 0) this.narrower.set(name, share);
  }
}
