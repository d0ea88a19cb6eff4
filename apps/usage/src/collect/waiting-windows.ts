import type { UsageWindowV1 } from '@burgee/contracts/messages';

/** Flags, unknown keys and reports, each some 200 bytes: some 10 MB. */
const SIZE_AT_MOST = 50_000;
/** Stored at once, in some tenths of a second at most. */
const SIZE_AT_ONCE = 500;

const sizeOf = ({ reports }: UsageWindowV1): number =>
  reports.reduce((sum, { flags, unknown }) => sum + 1 + Object.keys(flags).length + Object.keys(unknown).length, 1);

/** Windows that wait to be stored, first come first served. One for which there is no room is lost. */
export class WaitingWindows {
  private readonly waiting: UsageWindowV1[] = [];
  private size = 0;

  /** @returns how many are lost */
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

  /** The first ones, one at least; none when none waits. */
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
