import type { UsageVariant, UsageWindow } from '@burgee/contracts/wire';
import type { UsageSink } from './usage-sink.js';
import { UsageSums } from './usage-sums.js';

/** Flags, unknown keys and reports, each some 200 bytes: some 10 MB, as long as nobody takes them. */
const SIZE_AT_MOST = 50_000;

const sizeOf = ({ reports }: UsageWindow): number =>
  reports.reduce((sum, { flags, unknown }) => sum + 1 + Object.keys(flags).length + Object.keys(unknown).length, 0);

export interface BufferedWindow extends UsageWindow {
  environmentId: string;
  tenant: string;
  size: number;
}

/** What applications reported and what was decided here, until it is taken. Bounded: what finds no room is dropped and counted. */
export class UsageBuffer implements UsageSink {
  private windows: BufferedWindow[] = [];
  private size = 0;
  private readonly sums: UsageSums;

  /**
   * @param admits whether the tenant whose environment this is may report so much now; counts it
   * @param tenantOf whose an environment is, as far as that is known
   */
  constructor(
    dropped: () => void,
    private readonly sizeAtMost = SIZE_AT_MOST,
    private readonly admits: (environmentId: string, size: number) => Promise<boolean> = async () => true,
    private readonly tenantOf = (environmentId: string): string => environmentId,
  ) {
    this.sums = new UsageSums(dropped, sizeAtMost, tenantOf);
  }

  async add(environmentId: string, window: UsageWindow): Promise<boolean> {
    const size = sizeOf(window);
    if (!(await this.admits(environmentId, size)) || this.size + size > this.sizeAtMost) return false;
    this.windows.push(this.buffered(environmentId, window, size));
    this.size += size;
    return true;
  }

  evaluated(environmentId: string, protocol: string, flagKey: string, variant: UsageVariant | 'unknown'): void {
    this.sums.evaluated(environmentId, protocol, flagKey, variant);
  }

  bulk(environmentId: string, protocol: string): void {
    this.sums.bulk(environmentId, protocol);
  }

  /**
   * All of it, in groups of at most so large a size; a window that is larger is one of its own. Each group is made when it is asked
   * for: to make all of them takes long.
   */
  *take(groupSize: number): Generator<BufferedWindow[]> {
    let group: BufferedWindow[] = [];
    let size = 0;
    for (const window of this.takeEach()) {
      if (group.length > 0 && size + window.size > groupSize) {
        yield group;
        [group, size] = [[], 0];
      }
      group.push(window);
      size += window.size;
    }
    if (group.length > 0) yield group;
  }

  private *takeEach(): Generator<BufferedWindow> {
    const { windows } = this;
    this.windows = [];
    this.size = 0;
    yield* windows;
    for (const [environmentId, window] of this.sums.take()) yield this.buffered(environmentId, window, sizeOf(window));
  }

  private buffered(environmentId: string, window: UsageWindow, size: number): BufferedWindow {
    return { environmentId, tenant: this.tenantOf(environmentId), ...window, size };
  }
}
