const AVOIDED_MILLISECONDS = 1_000;
/** More than one sdk-gateway lets wait, so that reads that are answered at once still pass. */
const UNDER_WAY_AT_MOST = 10_000;

/** One of the requests that may be under way at a replica. */
export interface Place {
  readonly url: string;
  /** Gives it back, once, however often it is called. */
  leave(): void;
}

/** Chooses the replicas of a service in turn, and skips those that failed within the last second or have too much to answer. */
export class Replicas {
  private turn = 0;
  private readonly avoidedUntil = new Map<string, number>();
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly urls: readonly string[],
    private readonly atMost = UNDER_WAY_AT_MOST,
  ) {}

  get count(): number {
    return this.urls.length;
  }

  /** @returns undefined when no replica has a place */
  enter(now = Date.now()): Place | undefined {
    const inOrder = this.urls.map((_, index) => this.urls[(this.turn + index) % this.urls.length] as string);
    this.turn++;
    const free = inOrder.filter((url) => this.underWayAt(url) < this.atMost);
    const url = free.find((one) => (this.avoidedUntil.get(one) ?? 0) <= now) ?? free[0];
    return url === undefined ? undefined : this.placeAt(url);
  }

  failed(url: string, now = Date.now()): void {
    this.avoidedUntil.set(url, now + AVOIDED_MILLISECONDS);
  }

  private underWayAt(url: string): number {
    return this.underWay.get(url) ?? 0;
  }

  private placeAt(url: string): Place {
    this.underWay.set(url, this.underWayAt(url) + 1);
    let held = true;
    const leave = () => {
      if (held) this.underWay.set(url, this.underWayAt(url) - 1);
      held = false;
    };
    return { url, leave };
  }
}
