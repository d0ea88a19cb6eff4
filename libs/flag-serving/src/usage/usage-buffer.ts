import type { UsageVariant, UsageWindow } from '@burgee/contracts/wire';
import { Tally } from '../tally.js';
import type { UsageSink } from './usage-sink.js';
import { UsageSums } from './usage-sums.js';

/** Flags, unknown keys and reports, each some 200 bytes: some 20 MB, as long as nobody takes them. */
const SIZE_AT_MOST = 100_000;
/** Of what is left, so that those who come anew find some: 20,000 of one tenant alone. */
const SHARE_OF_TENANT = 1 / 4;

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
  private byTenant = new Tally();
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
    if (!(await this.admits(environmentId, size))) return false;
    const buffered = this.buffered(environmentId, window, size);
    const { tenant } = buffered;
    if (this.byTenant.of(tenant) + size > (this.sizeAtMost - this.size) * SHARE_OF_TENANT) return false;
    this.windows.push(buffered);
    this.size += size;
    this.byTenant.add(tenant, size);
    return true;
  }

  evaluated(environmentId: string, protocol: string, flagKey: string, variant: UsageVariant | 'unknown'): void {
    this.sums.evaluated(environmentId, protocol, flagKey, variant);
  }

  bulk(environmentId: string, protocol: string): void {
    this.sums.bulk(environmentId, protocol);
  }

  /**
   * All of it, in groups of at most so many bytes as JSON; a window that has more is one of its own. Each group is made when it is asked
   * for: to make all of them takes long.
   */
  *take(groupBytes: number): Generator<BufferedWindow[]> {
    let group: BufferedWindow[] = [];
    let bytes = 0;
    for (const window of this.takeEach()) {
      const ofWindow = Buffer.byteLength(JSON.stringify(window));
      if (group.length > 0 && bytes + ofWindow > groupBytes) {
        yield group;
        [group, bytes] = [[], 0];
      }
      group.push(window);
      bytes += ofWindow;
    }
    if (group.length > 0) yield group;
  }

  private *takeEach(): Generator<BufferedWindow> {
    const { windows } = this;
    this.windows = [];
    this.size = 0;
    this.byTenant = new Tally();
    yield* windows;
    for (const [environmentId, window] of this.sums.take()) yield this.buffered(environmentId, window, sizeOf(window));
  }

  private buffered(environmentId: string, window: UsageWindow, size: number): BufferedWindow {
    return { environmentId, tenant: this.tenantOf(environmentId), ...window, size };
  }
}
