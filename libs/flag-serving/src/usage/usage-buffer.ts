import type { KeyKind, UsageWindow } from '@burgee/contracts/wire';
import { Tally } from '../tally.js';
import type { UsageSink } from './usage-sink.js';
import { SHARE_OF_LEFT, UsageSums } from './usage-sums.js';

/** Flags, unknown keys and reports of about 200 bytes each: about 20 MB while they are not taken. */
const SIZE_AT_MOST = 100_000;

const sizeOf = ({ reports }: UsageWindow): number =>
  reports.reduce((sum, { flags, unknown }) => sum + 1 + Object.keys(flags).length + Object.keys(unknown).length, 0);

export interface BufferedWindow extends UsageWindow {
  environmentId: string;
}

/**
 * Buffers reports of applications and counts of local decisions until they are taken. Bounded: entries beyond the limit
 * are dropped and counted.
 */
export class UsageBuffer implements UsageSink {
  private windows: BufferedWindow[] = [];
  private size = 0;
  /** Also by kind of key. */
  private byEnvironment = new Tally();
  private readonly sums: UsageSums;

  /** @param dropped is called for entries that do not fit into the sums */
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
   * Takes everything, in groups of up to so many bytes as JSON; a larger window is a group of its own. Groups are built
   * one by one, since building all of them takes long.
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
