const LIMIT_AT_LEAST_MILLISECONDS = 300;
/** Together with the rest of a read, this makes 0.5 s, within which it is answered under any failure. */
const LIMIT_AT_MOST_MILLISECONDS = 450;
/** Minimum for a query: a longer wait before it was due to a busy event loop, not to Postgres. */
const QUERY_AT_LEAST_MILLISECONDS = 150;
/** After this time, a load pings Postgres to see whether it still responds. */
export const PING_AFTER_MILLISECONDS = 50;
/** A closer Postgres responds before a timer would fire. */
const NEAR_MILLISECONDS = 20;
/** The weight of a new sample in RFC 6298. */
const GAIN = 1 / 8;

/** The distance to Postgres, estimated from response times, and the limits that follow. Times in milliseconds. */
export class RoundTrip {
  private milliseconds = 0;
  private known = false;

  /** Follows a shorter response at once, and longer ones slowly: a busy moment is not distance. */
  measured(ms: number): void {
    const longer = this.known ? Math.max(ms - this.milliseconds, 0) : 0;
    this.milliseconds = longer > 0 ? this.milliseconds + GAIN * longer : ms;
    this.known = true;
  }

  /** Limit of a check, including its wait. */
  get limitMs(): number {
    return Math.min(Math.max(4 * this.milliseconds, LIMIT_AT_LEAST_MILLISECONDS), LIMIT_AT_MOST_MILLISECONDS);
  }

  /** The remaining time for the query of a check that waited. */
  limitAfter(waitedMs: number): number {
    const left = Math.min(LIMIT_AT_MOST_MILLISECONDS - waitedMs, this.limitMs);
    return Math.max(left, QUERY_AT_LEAST_MILLISECONDS);
  }

  /** Limit of a ping during a slow load: the read has already waited for its own check. */
  get pingLimitMs(): number {
    return Math.min(this.limitMs, LIMIT_AT_MOST_MILLISECONDS - PING_AFTER_MILLISECONDS - this.milliseconds);
  }

  /** Interval between the starts of two checks, so that one of them always starts soon. */
  get spacingMs(): number {
    return this.milliseconds < NEAR_MILLISECONDS ? 0 : this.milliseconds / 2;
  }
}
