const AVOIDED_MILLISECONDS = 1_000;

/** Chooses the replicas of a service in turn, and skips those that failed within the last second. */
export class Replicas {
  private turn = 0;
  private readonly avoidedUntil = new Map<string, number>();

  constructor(private readonly urls: readonly string[]) {}

  get count(): number {
    return this.urls.length;
  }

  next(now = Date.now()): string {
    const inOrder = this.urls.map((_, index) => this.urls[(this.turn + index) % this.urls.length] as string);
    this.turn++;
    return inOrder.find((url) => (this.avoidedUntil.get(url) ?? 0) <= now) ?? (inOrder[0] as string);
  }

  failed(url: string, now = Date.now()): void {
    this.avoidedUntil.set(url, now + AVOIDED_MILLISECONDS);
  }
}
