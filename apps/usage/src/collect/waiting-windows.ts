import type { UsageWindowV1 } from '@burgee/contracts/messages';
import { Share } from '@burgee/process-kit';

/** Flags, unknown keys and reports, each some 200 bytes: some 10 MB. */
const SIZE_AT_MOST = 50_000;
/** Stored at once, in some tenths of a second at most. */
const SIZE_AT_ONCE = 500;

const sizeOf = ({ reports }: UsageWindowV1): number =>
  reports.reduce((sum, { flags, unknown }) => sum + 1 + Object.keys(flags).length + Object.keys(unknown).length, 1);

/** Windows that wait to be stored. Tenants take turns, and where there are too many, the tenant with most loses its latest. */
export class WaitingWindows {
  private readonly tenants = new Share<UsageWindowV1>();
  private size = 0;

  /** @returns how many are lost */
  add(windows: readonly UsageWindowV1[]): number {
    for (const window of windows) {
      this.tenants.add([window.tenant ?? window.environment_id], window);
      this.size += sizeOf(window);
    }
    let lost = 0;
    for (; this.size > SIZE_AT_MOST; lost++) this.left(this.tenants.takeSurplus());
    return lost;
  }

  /** Those whose turn it is, one at least; none when nobody waits. */
  take(): UsageWindowV1[] {
    const taken: UsageWindowV1[] = [];
    const until = this.size - SIZE_AT_ONCE;
    while (this.tenants.size > 0 && this.size > until) {
      const next = this.left(this.tenants.takeNext());
      if (next) taken.push(next);
    }
    return taken;
  }

  private left(window: UsageWindowV1 | undefined): UsageWindowV1 | undefined {
    if (window) this.size -= sizeOf(window);
    return window;
  }
}
