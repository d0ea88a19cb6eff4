import { setTimeout as delay } from 'node:timers/promises';
import type { LoadedEnvironment } from './history-fixture.js';
import type { Random } from './random.js';
import { type WayRead, WayReads } from './way-reads.js';

/** A read that brought no flags. */
export interface FailedRead {
  replica: string;
  begin: number;
  end: number;
  /** Undefined: no answer. */
  status: number | undefined;
}

/** Reads one environment from one replica, again and again. */
export class Reader {
  readonly reads: WayRead[] = [];
  readonly failed: FailedRead[] = [];
  private readonly ways: WayReads;

  constructor(
    private readonly replica: string,
    url: string,
    load: LoadedEnvironment,
    private readonly random: Random,
  ) {
    this.ways = new WayReads(url, load, random);
  }

  async run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.read();
      await delay(this.random.between(40, 160), undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  async read(): Promise<void> {
    const { replica } = this;
    const begin = performance.now();
    const { answer, read } = await this.ways.read(6_000);
    const end = performance.now();
    if (read) this.reads.push({ ...read, replica, begin, end });
    else this.failed.push({ replica, begin, end, status: answer?.status });
  }
}
