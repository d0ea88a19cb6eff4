/** What an operator acts on. Each protocol has dozens of codes for what a caller did wrong. */
const ACTED_ON = new Set(['fresh', 'stale', 'not_modified', 'accepted', 'unavailable', 'too_many_requests']);

/** Counts by name until it is collected: to find the labels of a counter would cost an answer a fiftieth. */
export class CountedAnswers {
  private readonly counts = new Map<string, number>();

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** What was counted since the last time. */
  *take(): Generator<[name: string, count: number]> {
    yield* this.counts;
    this.counts.clear();
  }
}

/** Counts answers with a code that only their caller can do something about as `refused`: it bounds the series of a process. */
export class CountedDecisions extends CountedAnswers {
  override count(name: string): void {
    super.count(ACTED_ON.has(name) ? name : 'refused');
  }
}
