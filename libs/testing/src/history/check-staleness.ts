import type { FaultSpan, ReadRecord } from './history.js';

/** How long after a fault has ended a read may still say that it is stale: everything recovers within it. */
export const STALE_AFTER_FAULT_MILLISECONDS = 10_000;

/**
 * Whether a read may say that it is stale. What makes it so is that Postgres cannot be asked: Postgres, that replica or its
 * link to Postgres was struck then, or until 10 s before. Redis and NATS are no reason, nor is another replica.
 */
export function mayBeStale({ replica, begin, end }: ReadRecord, faults: readonly FaultSpan[]): boolean {
  return faults.some(
    (fault) =>
      ['postgres', replica, `${replica}→postgres`].includes(fault.struck) &&
      fault.begin < end &&
      begin < fault.end + STALE_AFTER_FAULT_MILLISECONDS,
  );
}

/** Every read that says it is stale has a reason. @returns one line a violation */
export function checkStaleness(
  environment: string,
  reads: readonly ReadRecord[],
  faults: readonly FaultSpan[],
): string[] {
  return reads
    .filter((read) => read.stale && !mayBeStale(read, faults))
    .map(
      ({ replica, revision, begin, end }) =>
        `${environment}: ${replica} answered ${revision} at ${begin.toFixed(1)}…${end.toFixed(1)} as stale, without a reason`,
    );
}
