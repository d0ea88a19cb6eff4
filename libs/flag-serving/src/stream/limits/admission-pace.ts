/** Between batches, what else has come is accepted, read and answered. */
export const PAUSE_MILLISECONDS = 5;
/** A batch that begins later than this finds an event loop that has enough to do. */
const LATE_MILLISECONDS = 5;
const BATCH_AT_LEAST = 3;
const BATCH_AT_MOST = 36;
const WAIT_SPREAD_SECONDS = 4;
const WAIT_AT_MOST_SECONDS = 60;

/**
 * How many streams are opened at a time: more and more while the event loop keeps up, half as many when it does not. So it
 * follows the machine, and whatever else the process and its neighbours do on it.
 */
export class AdmissionPace {
  private batch = BATCH_AT_LEAST;
  private perSecond = (BATCH_AT_LEAST * 1_000) / PAUSE_MILLISECONDS;
  /** Those who were refused and have not had a turn since. */
  private refused = 0;

  /** @param lateMilliseconds how much later than it was due the next batch begins @returns how many it may admit */
  next(lateMilliseconds: number): number {
    const isLate = lateMilliseconds > LATE_MILLISECONDS;
    this.batch = isLate ? Math.max(BATCH_AT_LEAST, this.batch >> 1) : Math.min(BATCH_AT_MOST, this.batch + 1);
    this.perSecond = (this.batch * 1_000) / (PAUSE_MILLISECONDS + lateMilliseconds);
    this.refused = Math.max(0, this.refused - this.batch);
    return this.batch;
  }

  /**
   * How long one has to wait for whom there is no room. The more have been refused, the longer the next ones wait, so that they
   * come back as fast as they can be admitted. @param random 0 to 1 @returns whole seconds, 1 at least
   */
  retryAfter(random: number): number {
    this.refused++;
    const spread = Math.max(WAIT_SPREAD_SECONDS, this.refused / this.perSecond);
    return 1 + Math.floor(random * Math.min(spread, WAIT_AT_MOST_SECONDS));
  }
}
