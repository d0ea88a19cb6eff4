/** Between batches, what else has come is accepted, read and answered. */
export const PAUSE_MILLISECONDS = 5;
/** A batch that begins later than this finds an event loop that has enough to do. */
const LATE_MILLISECONDS = 5;
/** Few, because a read waits for all of a batch; so a thousand a second are opened at most. */
const BATCH = 5;
const BATCH_WHEN_LATE = 3;
const WAIT_SPREAD_SECONDS = 4;
const WAIT_AT_MOST_SECONDS = 60;

/**
 * How many streams are opened at a time, and how fast: fewer batches come when the event loop is late, and each is smaller. So it
 * follows the machine, and whatever else the process and its neighbours do on it.
 */
export class AdmissionPace {
  private perSecond = (BATCH_WHEN_LATE * 1_000) / PAUSE_MILLISECONDS;
  /** Those who were refused and have not had a turn since. */
  private refused = 0;

  /** @param lateMilliseconds how much later than it was due the next batch begins @returns how many it may admit */
  next(lateMilliseconds: number): number {
    const batch = lateMilliseconds > LATE_MILLISECONDS ? BATCH_WHEN_LATE : BATCH;
    this.perSecond = (batch * 1_000) / (PAUSE_MILLISECONDS + lateMilliseconds);
    this.refused = Math.max(0, this.refused - batch);
    return batch;
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
