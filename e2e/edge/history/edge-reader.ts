import { setTimeout as delay } from 'node:timers/promises';
import type { BoundedRead } from '@burgee/testing';
import { type CallAnswer, call } from '../../faults/call.js';
import { digestOf, type LoadedEnvironment, parsePosition } from '../../faults/history/history-fixture.js';
import type { Random } from '../../faults/history/random.js';
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
  readonly reads: BoundedRead[] = [];
  readonly refused: RefusedRead[] = [];

  constructor(
    private readonly replica: string,
    private readonly url: string,
    private readonly load: LoadedEnvironment,
    private readonly writer: Writer,
    private readonly random: Random,
  ) {}

  async run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.read(this.random.next() < 0.5 ? this.writer.lastPosition : undefined);
      await delay(this.random.between(40, 160), undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  private async read(min: string | undefined): Promise<void> {
    const headers = { 'x-sdk-key': this.load.environment.sdk_key, ...(min && { 'burgee-min-position': min }) };
    const begin = performance.now();
    const answer = await call(`${this.url}/api/v1/flags`, { headers, withinMs: 8_000 });
    const end = performance.now();
    const { replica } = this;
    if (answer?.status === 200) this.reads.push({ ...this.describe(answer, min), replica, begin, end });
    else this.refused.push({ replica, begin, end, status: answer?.status, isBound: min !== undefined });
  }

  private describe({ headers, text }: CallAnswer, min: string | undefined) {
    const { epoch, revision } = parsePosition(headers.etag);
    return {
      revision,
      stale: headers['burgee-freshness'] !== undefined,
      content: epoch === this.load.epoch ? digestOf(text) : `of another epoch, ${epoch}`,
      asOf: Date.parse(String(headers['burgee-as-of'])) - (Date.now() - performance.now()),
      atLeast: min === undefined ? undefined : parsePosition(`"${min}"`).revision,
    };
  }
}
