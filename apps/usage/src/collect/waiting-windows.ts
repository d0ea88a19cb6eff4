import type { UsageWindowV1 } from '@burgee/contracts/messages';

/** Counts flags, unknown keys and reports of about 200 bytes each: about 10 MB. */
const SIZE_AT_MOST = 50_000;
/** The size of one statement, which takes some tenths of a second. */
const SIZE_AT_ONCE = 500;

const sizeOf = ({ reports }: UsageWindowV1): number =>
  reports.reduce((sum, { flags, unknown }) => sum + 1 + Object.keys(flags).length + Object.keys(unknown).length, 1);

/** A queue of windows in order of arrival. Windows that exceed its capacity are lost. */
export class WaitingWindows {
  private readonly waiting: UsageWindowV1[] = [];
  private size = 0;

  /** @returns how many windows are lost */
  add(windows: readonly UsageWindowV1[]): number {
    let lost = 0;
    for (const window of windows) {
      const size = sizeOf(window);
      if (this.size + size > SIZE_AT_MOST) lost++;
      else {
        this.waiting.push(window);
        this.size += size;
      }
    }
    return lost;
  }

  /** Takes the next batch, which has at least one window unless the queue is empty. */
  take(): UsageWindowV1[] {
    const until = this.size - SIZE_AT_ONCE;
    let count = 0;
    for (const window of this.waiting) {
      if (this.size <= until) break;
      this.size -= sizeOf(window);
      count++;
    }
    return this.waiting.splice(0, count);
  }
}
