/** Counts by name. Names that count 0 take no memory. */
export class Tally {
  private readonly counts = new Map<string, number>();

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, difference: number): void {
    const count = this.of(name) + difference;
    if (count === 0) this.counts.delete(name);
    else this.counts.set(name, count);
  }
}
