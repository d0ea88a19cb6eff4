const LOADS_AT_ONCE = 2;
/** What is written before other work gets a turn: so many streams or bytes, whichever comes first. */
const STREAMS_AT_ONCE = 36;
const BYTES_AT_ONCE = 1_000_000;
const PAUSE_MILLISECONDS = 5;

interface Write {
  bytes: number;
  write: () => void;
}

/**
 * Spreads the snapshots that many streams get at once, as with a new epoch: reads are answered in between, and the source
 * loads for them too. The first few are sent at once.
 */
export class SnapshotPacer {
  private loading = 0;
  private readonly loads: (() => void)[] = [];
  private readonly writes: Write[] = [];
  private streamsLeft = STREAMS_AT_ONCE;
  private bytesLeft = BYTES_AT_ONCE;
  private pause: NodeJS.Timeout | undefined;

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

  /** Calls `write`, which must not throw, now or later, in the order of the calls. */
  enqueue(bytes: number, write: () => void): void {
    this.writes.push({ bytes, write });
    this.writeSome();
  }

  private end(): void {
    const next = this.loads.shift();
    if (next) next();
    else this.loading--;
  }

  private writeSome(): void {
    while (this.writes.length > 0 && this.streamsLeft > 0 && this.bytesLeft > 0) {
      const { bytes, write } = this.writes.shift() as Write;
      this.streamsLeft--;
      this.bytesLeft -= bytes;
      this.pause ??= setTimeout(() => this.goOn(), PAUSE_MILLISECONDS);
      write();
    }
  }

  private goOn(): void {
    this.pause = undefined;
    this.streamsLeft = STREAMS_AT_ONCE;
    this.bytesLeft = BYTES_AT_ONCE;
    this.writeSome();
  }
}
