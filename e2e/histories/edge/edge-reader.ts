import { setTimeout as delay } from 'node:timers/promises';
import type { BoundedRead } from '@burgee/testing';
import { type LoadedEnvironment, parsePosition } from '../../faults/history/history-fixture.js';
import type { Random } from '../../faults/history/random.js';
import { type WayRead, WayReads } from '../../faults/history/way-reads.js';
import type { Writer } from '../../faults/history/writer.js';

/** A read that brought no flags. */
export interface RefusedRead {
  replica: string;
  begin: number;
  end: number;
  /** Undefined: no answer. */
  status: number | undefined;
  /** Whether it named a position. */
  isBound: boolean;
}

/** Reads one environment from one edge, again and again; every other time from the last acknowledged write on. */
export class EdgeReader {
  readonly reads: (BoundedRead & WayRead)[] = [];
  readonly refused: RefusedRead[] = [];
  private readonly ways: WayReads;

  constructor(
    private readonly replica: string,
    url: string,
    load: LoadedEnvironment,
    private readonly writer: Writer,
    private readonly random: Random,
  ) {
    this.ways = new WayReads(url, load, random);
  }

  async run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.read(this.random.next() < 0.5 ? this.writer.lastPosition : undefined);
      await delay(this.random.between(40, 160), undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  private async read(min: string | undefined): Promise<void> {
    const begin = performance.now();
    const { answer, read } = await this.ways.read(8_000, min === undefined ? {} : { 'burgee-min-position': min });
    const end = performance.now();
    const { replica } = this;
    if (!answer || !read) {
      this.refused.push({ replica, begin, end, status: answer?.status, isBound: min !== undefined });
      return;
    }
    const asOf = Date.parse(String(answer.headers['burgee-as-of'])) - (Date.now() - performance.now());
    const atLeast = min === undefined ? undefined : parsePosition(`"${min}"`).revision;
    this.reads.push({ ...read, asOf, atLeast, replica, begin, end });
  }
}
