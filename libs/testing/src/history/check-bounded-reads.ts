import { checkReads, stored } from './check-reads.js';
import type { BoundedRead, EnvironmentHistory, FaultSpan } from './history.js';
import { Maximum } from './maximum.js';

/** The allowed delay of a stream without a fault, or before a fault is noticed: far more than on a busy machine. */
export const LATE_AT_MOST_MILLISECONDS = 5_000;
/** When a link is healed, what it kept arrives at once, and is confirmed as it arrives. */
const ARRIVES_WITHIN_MILLISECONDS = 2_000;

interface BoundedHistory extends EnvironmentHistory {
  reads: readonly BoundedRead[];
}

/**
 * Checks an edge's reads against the writes of an environment. No read is from the future, its content matches its
 * revision, and it shows the requested revision and every write acknowledged well before the edge's last confirmation.
 * Unless marked stale, it is no older than the same edge's earlier reads.
 * @returns one line a violation
 */
export function checkBoundedReads(history: BoundedHistory, faults: readonly FaultSpan[]): string[] {
  const { environment, first, writes, reads } = history;
  const acknowledged = new Maximum(
    stored(writes).map(({ end, revision }) => ({ at: end, revision })),
    first,
  );
  const replicas = new Set(reads.map(({ replica }) => replica));
  const shown = new Map([...replicas].map((replica) => [replica, shownBy(replica, history)]));
  const justHealed = (asOf: number) =>
    faults.some(({ end }) => asOf >= end && asOf < end + ARRIVES_WITHIN_MILLISECONDS);
  // For a stale read, only these two checks apply.
  const violations = checkReads({ ...history, reads: reads.map((read) => ({ ...read, stale: true })) });
  const blame = ({ replica, revision, begin, end }: BoundedRead, what: string) =>
    violations.push(
      `${environment}: ${replica} answered ${revision} at ${begin.toFixed(1)}…${end.toFixed(1)}; ${what}`,
    );
  for (const read of reads) {
    const { revision, asOf, atLeast, begin, end, replica, stale } = read;
    if (atLeast !== undefined && revision < atLeast) blame(read, `${atLeast} was requested`);
    if (asOf > end) blame(read, `it is as of ${asOf.toFixed(1)}, which was not yet`);
    const due = acknowledged.until(asOf - LATE_AT_MOST_MILLISECONDS);
    if (revision < due && !justHealed(asOf))
      blame(read, `as of ${asOf.toFixed(1)}, and ${due} had been acknowledged long before`);
    const seen = shown.get(replica)?.until(begin) ?? first;
    if (!stale && revision < seen) blame(read, `${seen} had been read there (inversion)`);
  }
  return violations;
}

const shownBy = (replica: string, { reads, first }: BoundedHistory) =>
  new Maximum(
    reads.filter((read) => read.replica === replica).map(({ end, revision }) => ({ at: end, revision })),
    first,
  );
