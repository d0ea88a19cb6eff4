/** The longest that anybody is told to wait. */
const WAIT_AT_MOST_SECONDS = 60;
const WAIT_SPREAD_SECONDS = 4;

/**
 * Lets in so many a second, and tells the others to come back as late as they have to. Whoever is refused is expected
 * to come back, so the more have been refused, the longer the next ones wait: they arrive as fast as they are let in.
 * Times are seconds on any clock that never goes back.
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

  /** @returns whether this one comes in */
  take(now: number): boolean {
    this.count(now);
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }

  /** The one that came in last did not need its place. */
  giveBack(): void {
    this.tokens = Math.min(this.perSecond, this.tokens + 1);
  }

  /** When somebody who was refused may come back. @param random 0 to 1 @returns whole seconds, 1 at least */
  waitFor(now: number, random: number): number {
    this.count(now);
    this.waiting++;
    const spread = Math.max(WAIT_SPREAD_SECONDS, this.waiting / this.perSecond);
    return 1 + Math.floor(random * Math.min(spread, WAIT_AT_MOST_SECONDS));
  }

  private count(now: number): void {
    const letIn = (now - this.countedAt) * this.perSecond;
    this.countedAt = now;
    this.tokens = Math.min(this.perSecond, this.tokens + letIn);
    this.waiting = Math.max(0, this.waiting - letIn);
  }
}
