/** The highest revision up to each moment: pairs of time and maximum, in the order of time. */
export class Maximum {
  private readonly times: number[] = [];
  private readonly maxima: number[] = [];

  constructor(points: readonly { at: number; revision: number }[], before: number) {
    let highest = before;
    for (const { at, revision } of points.toSorted((a, b) => a.at - b.at)) {
      highest = Math.max(highest, revision);
      this.times.push(at);
      this.maxima.push(highest);
    }
    this.before = before;
  }

  private readonly before: number;

  /** The highest of all points strictly before `time`. */
  until(time: number): number {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] as number) < time) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? this.before : (this.maxima[low - 1] as number);
  }
}
