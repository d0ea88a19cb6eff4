import type { Line } from './limits/admission-queue.js';

const LOADS_AT_ONCE = 2;
/** What is written before other work gets a turn: so many streams or bytes, whichever comes first. */
const STREAMS_AT_ONCE = 36;
const BYTES_AT_ONCE = 1_000_000;
const PAUSE_MILLISECONDS = 5;

/** A snapshot for one stream. */
export interface Write {
  bytes: number;
  write: () => void;
}

/**
 * Spreads the snapshots that many streams get at once, as with a new epoch: reads are answered in between, and the source
 * loads for them too. The first few are sent at once. Tenants take turns, so one with many streams keeps those of no other waiting.
 */
export class SnapshotPacer {
  private loading = 0;
  private readonly loads: (() => void)[] = [];
  private streamsLeft = STREAMS_AT_ONCE;
  private bytesLeft = BYTES_AT_ONCE;
  private pause: NodeJS.Timeout | undefined;

  constructor(private readonly writes: Pick<Line<Write>, 'add' | 'takeNext'>) {}

  /** What `load` gives, when no more than one other is underway. From `release` on, this one no longer counts as such. */
  async load<T>(load: (release: () => void) => Promise<T>): Promise<T> {
    if (this.loading === LOADS_AT_ONCE) await new Promise<void>((begin) => this.loads.push(begin));
    else this.loading++;
    let held = true;
    const release = () => {
      if (held) this.end();
      held = false;
    };
    try {
      return await load(release);
    } finally {
      release();
    }
  }

  /** Calls `write`, which must not throw, now or later, of each tenant in the order of the calls. */
  enqueue(tenant: string, bytes: number, write: () => void): void {
    this.writes.add([tenant], { bytes, write });
    this.writeSome();
  }

  private end(): void {
    const next = this.loads.shift();
    if (next) next();
    else this.loading--;
  }

  private writeSome(): void {
    while (this.streamsLeft > 0 && this.bytesLeft > 0) {
      const next = this.writes.takeNext();
      if (!next) return;
      this.streamsLeft--;
      this.bytesLeft -= next.bytes;
      this.pause ??= setTimeout(() => this.goOn(), PAUSE_MILLISECONDS);
      next.write();
    }
  }

  private goOn(): void {
    this.pause = undefined;
    this.streamsLeft = STREAMS_AT_ONCE;
    this.bytesLeft = BYTES_AT_ONCE;
    this.writeSome();
  }
}
