import type { FaultSpan, ReadRecord } from './history.js';

/** How long after a fault has ended a read may still say that it is stale: everything recovers within it. */
export const STALE_AFTER_FAULT_MILLISECONDS = 10_000;

/** A busy machine makes Postgres seem dead for a moment: a replica that is fresh again within it was not wrong. */
export const STALE_WITHOUT_REASON_MILLISECONDS = 2_000;

/**
 * Whether a read may say that it is stale. What makes it so is that Postgres cannot be asked: Postgres, that replica or its
 * link to Postgres was at fault then, or until 10 s before. Redis and NATS are no reason, nor is another replica.
 */
export function mayBeStale({ replica, begin, end }: ReadRecord, faults: readonly FaultSpan[]): boolean {
  return faults.some(
    (fault) =>
      ['postgres', replica, `${replica}→postgres`].includes(fault.struck) &&
      fault.begin < end &&
      begin < fault.end + STALE_AFTER_FAULT_MILLISECONDS,
  );
}

/** A replica that goes on to answer stale reads has a reason. @returns one line a violation */
export function checkStaleness(
  environment: string,
  reads: readonly ReadRecord[],
  faults: readonly FaultSpan[],
): string[] {
  const isMoment = ({ replica, begin }: ReadRecord) =>
    reads.some(
      (other) =>
        !other.stale && other.replica === replica && Math.abs(other.begin - begin) < STALE_WITHOUT_REASON_MILLISECONDS,
    );
  return reads
    .filter((read) => read.stale && !mayBeStale(read, faults) && !isMoment(read))
    .map(
      ({ replica, revision, begin, end }) =>
        `${environment}: ${replica} answered ${revision} at ${begin.toFixed(1)}…${end.toFixed(1)} as stale, without a reason`,
    );
}
