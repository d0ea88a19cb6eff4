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
