/** Counts by name. Names that count 0 take no memory. */
export class Tally {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** The largest count of one name. */
  get most(): number {
    let most = 0;
    for (const count of this.counts.values()) most = Math.max(most, count);
    return most;
  }

  add(name: string, difference: number): void {
    const count = this.of(name) + difference;
    if (count === 0) this.counts.delete(name);
    else this.counts.set(name, count);
  }
}
