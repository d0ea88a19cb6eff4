import type { KeyKind, UsageWindow } from '@burgee/contracts/wire';
import { Tally } from '../tally.js';
import type { UsageSink } from './usage-sink.js';
import { SHARE_OF_LEFT, UsageSums } from './usage-sums.js';

/** Flags, unknown keys and reports, each some 200 bytes: some 20 MB, as long as nobody takes them. */
const SIZE_AT_MOST = 100_000;

const sizeOf = ({ reports }: UsageWindow): number =>
  reports.reduce((sum, { flags, unknown }) => sum + 1 + Object.keys(flags).length + Object.keys(unknown).length, 0);

export interface BufferedWindow extends UsageWindow {
  environmentId: string;
}

/** What applications reported and what was decided here, until it is taken. Bounded: what finds no room is dropped and counted. */
export class UsageBuffer implements UsageSink {
  private windows: BufferedWindow[] = [];
  private size = 0;
  /** By kind of key, too. */
  private byEnvironment = new Tally();
  private readonly sums: UsageSums;

  /** @param dropped is called for what finds no room among the sums */
  constructor(
    dropped: () => void,
    private readonly sizeAtMost = SIZE_AT_MOST,
  ) {
    this.sums = new UsageSums(dropped, sizeAtMost);
  }

  add(environmentId: string, window: UsageWindow, keyKind: KeyKind): boolean {
    const size = sizeOf(window);
    const name = `${keyKind} ${environmentId}`;
    const share = (this.sizeAtMost - this.size) * SHARE_OF_LEFT[keyKind];
    if (this.byEnvironment.of(name) + size > share) return false;
    this.windows.push({ environmentId, ...window });
    this.size += size;
    this.byEnvironment.add(name, size);
    return true;
  }

  evaluated(...decided: Parameters<UsageSink['evaluated']>): void {
    this.sums.evaluated(...decided);
  }

  bulk(...decided: Parameters<UsageSink['bulk']>): void {
    this.sums.bulk(...decided);
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
    this.byEnvironment = new Tally();
    yield* windows;
    for (const [environmentId, window] of this.sums.take()) yield { environmentId, ...window };
  }
}
