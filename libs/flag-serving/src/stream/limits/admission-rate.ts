const WAIT_AT_MOST_SECONDS = 60;
const WAIT_SPREAD_SECONDS = 4;

/**
 * Admits so many a second, and tells the others how long to wait. The more have been refused, the longer the next ones wait,
 * so that they come back as fast as they can be admitted. Times are seconds on any clock that never goes back.
 */
export class AdmissionRate {
  private tokens: number;
  private waiting = 0;

  constructor(
    private readonly perSecond: number,
    private countedAt: number,
  ) {
    this.tokens = perSecond;
  }

  /** @returns whether this one is admitted */
  take(now: number): boolean {
    this.count(now);
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }

  /** The one that was admitted last did not use it. */
  giveBack(): void {
    this.tokens = Math.min(this.perSecond, this.tokens + 1);
  }

  /** How long one that was refused has to wait. @param random 0 to 1 @returns whole seconds, 1 at least */
  waitFor(now: number, random: number): number {
    this.count(now);
    this.waiting++;
    const spread = Math.max(WAIT_SPREAD_SECONDS, this.waiting / this.perSecond);
    return 1 + Math.floor(random * Math.min(spread, WAIT_AT_MOST_SECONDS));
  }

  private count(now: number): void {
    const admitted = (now - this.countedAt) * this.perSecond;
    this.countedAt = now;
    this.tokens = Math.min(this.perSecond, this.tokens + admitted);
    this.waiting = Math.max(0, this.waiting - admitted);
  }
}
