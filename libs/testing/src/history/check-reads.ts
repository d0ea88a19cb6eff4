import type { EnvironmentHistory, ReadRecord, WriteRecord } from './history.js';
import { Maximum } from './maximum.js';

/** The writes that were stored. */
export const stored = (writes: readonly WriteRecord[]) =>
  writes.flatMap(({ begin, end, revision }) => (revision === undefined ? [] : [{ begin, end, revision }]));

/**
 * Holds the reads of an environment against its writes:
 * read-after-write (a read shows every write that was acknowledged before it began), no read of the future, no new/old
 * inversion (of two reads, one after the other, the later does not show less), and the content is that of the revision.
 * A read that says it is stale is excused from the first and the third.
 * @returns one line a violation
 */
export function checkReads({ environment, first, writes, reads, contents }: EnvironmentHistory): string[] {
  const acknowledged = new Maximum(
    stored(writes).map(({ end, revision }) => ({ at: end, revision })),
    first,
  );
  const begun = new Maximum(
    stored(writes).map(({ begin, revision }) => ({ at: begin, revision })),
    first,
  );
  const fresh = reads.filter(({ stale }) => !stale);
  const shown = new Maximum(
    fresh.map(({ end, revision }) => ({ at: end, revision })),
    first,
  );
  const violations: string[] = [];
  const blame = (read: ReadRecord, what: string) =>
    violations.push(
      `${environment}: ${read.replica} answered ${read.revision} at ${read.begin.toFixed(1)}…${read.end.toFixed(1)}; ${what}`,
    );
  for (const read of reads) {
    if (read.revision > begun.until(read.end)) blame(read, 'no write had begun that makes it (future read)');
    if (contents.get(read.revision) !== read.content) blame(read, 'its content is not that of this revision');
    if (read.stale) continue;
    const due = acknowledged.until(read.begin);
    if (read.revision < due) blame(read, `${due} had been acknowledged (read-after-write)`);
    const seen = shown.until(read.begin);
    if (read.revision < seen) blame(read, `${seen} had been read (inversion)`);
  }
  return violations;
}

/** Acknowledged ⊆ stored, and the log leaves no revision out. @returns one line a violation */
export function checkWrites({ environment, first, writes, contents }: EnvironmentHistory): string[] {
  const lost = writes.filter(({ end, revision }) => end !== Infinity && revision === undefined);
  const violations = lost.map(({ id }) => `${environment}: ${id} was acknowledged and is not stored`);
  const revisions = [...contents.keys()].toSorted((a, b) => a - b);
  for (const [index, revision] of revisions.entries())
    if (revision !== first + index) violations.push(`${environment}: revision ${first + index} is not in the log`);
  return violations;
}
