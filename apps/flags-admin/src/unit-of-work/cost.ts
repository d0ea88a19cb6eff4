import { DomainError } from '@burgee/contracts/wire';
import { isDatabaseUnavailable, isStatementTimeout } from '@burgee/process-kit';
import { BYTES_OF_A_ROW } from '../quotas/change-limits.js';

/** Longer than a change takes that is refused at once. */
const SHORT_MILLISECONDS = 50;
/** As much as an account may write in ten seconds for each second. */
const BYTES_OF_A_MILLISECOND = 1_000;

/** Whether an engine failed, or somebody else held what the change waited for. Postgres cancels a statement that has worked for long. */
const isForeign = (failure: unknown): boolean =>
  (isDatabaseUnavailable(failure) && !isStatementTimeout(failure)) ||
  (failure instanceof DomainError && failure.kind.status >= 500);

/** What a change costs at least that was not made: refused with this failure, or without one where nothing changed. In bytes. */
export const costUnmade = (failure: unknown, milliseconds: number): number =>
  isForeign(failure) ? 0 : costOfTime(milliseconds);

/** What the time of a change costs, in bytes. */
export const costOfTime = (milliseconds: number): number =>
  Math.max(0, Math.round(milliseconds) - SHORT_MILLISECONDS) * BYTES_OF_A_MILLISECOND;

/** To read and compare bytes costs about a tenth of writing them. */
const COMPARED_FOR_ONE_WRITTEN = 10;

/** What a change costs beside its messages, in rows. It is paid for whether the change is made, changes nothing, or is refused. */
export class Cost {
  rows = 0;

  /** What the change costs is not in its messages where one row stands for many. */
  wroteRows(count: number): void {
    this.rows += count;
  }

  /** Of a row that holds more than others do. */
  wroteBytes(bytes: number): void {
    this.rows += Math.ceil(bytes / BYTES_OF_A_ROW);
  }

  /** Values that are read to compare them, with so many bytes of text. */
  compared({ values, bytes }: { values: number; bytes: number }): void {
    this.wroteBytes((values * BYTES_OF_A_ROW + bytes) / COMPARED_FOR_ONE_WRITTEN);
  }

  /** What it has to read, where that is large for what it changes. */
  lookedAt(bytes: number): void {
    this.wroteBytes(bytes);
  }
}
