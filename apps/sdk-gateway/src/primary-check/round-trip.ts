const LIMIT_AT_LEAST_MILLISECONDS = 300;
/** With the rest of a read this is the 0.5 s within which it is answered whatever fails. */
const LIMIT_AT_MOST_MILLISECONDS = 450;
/** A query always gets so long: whoever waited longer than the limit waited for a busy event loop, not for Postgres. */
const QUERY_AT_LEAST_MILLISECONDS = 150;
/** A load that takes longer makes one check whether Postgres still answers. */
export const PING_AFTER_MILLISECONDS = 50;
/** A nearer Postgres answers before a timer would fire. */
const NEAR_MILLISECONDS = 20;
/** What RFC 6298 takes of a new sample of a round trip. */
const GAIN = 1 / 8;

/** How far away Postgres is, by how long its answers took, and what follows from that. Times in milliseconds. */
export class RoundTrip {
  private milliseconds = 0;
  private known = false;

  /** Follows a shorter answer at once, and longer ones slowly: a busy moment is no distance. */
  measured(ms: number): void {
    const longer = this.known ? Math.max(ms - this.milliseconds, 0) : 0;
    this.milliseconds = longer > 0 ? this.milliseconds + GAIN * longer : ms;
    this.known = true;
  }

  /** A check takes no longer, and waits no longer for its turn. */
  get limitMs(): number {
    return Math.min(Math.max(4 * this.milliseconds, LIMIT_AT_LEAST_MILLISECONDS), LIMIT_AT_MOST_MILLISECONDS);
  }

  /** What is left for the query of a check that waited. */
  limitAfter(waitedMs: number): number {
    const left = Math.min(LIMIT_AT_MOST_MILLISECONDS - waitedMs, this.limitMs);
    return Math.max(left, QUERY_AT_LEAST_MILLISECONDS);
  }

  /** A ping beside a load that is slow takes no longer: the read has waited for its own check before. */
  get pingLimitMs(): number {
    return Math.min(this.limitMs, LIMIT_AT_MOST_MILLISECONDS - PING_AFTER_MILLISECONDS - this.milliseconds);
  }

  /** How far apart two checks start, so that one of them always starts soon. */
  get spacingMs(): number {
    return this.milliseconds < NEAR_MILLISECONDS ? 0 : this.milliseconds / 2;
  }
}
