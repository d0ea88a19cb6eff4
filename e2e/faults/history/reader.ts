import { setTimeout as delay } from 'node:timers/promises';
import type { ReadRecord } from '@burgee/testing';
import { digestOf, type LoadedEnvironment, parsePosition, readFlags } from './history-fixture.js';
import type { Random } from './random.js';

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
  readonly reads: ReadRecord[] = [];
  readonly failed: FailedRead[] = [];

  constructor(
    private readonly replica: string,
    private readonly url: string,
    private readonly load: LoadedEnvironment,
    private readonly random: Random,
  ) {}

  async run(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.read();
      await delay(this.random.between(40, 160), undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  async read(): Promise<void> {
    const { replica } = this;
    const begin = performance.now();
    const answer = await readFlags(this.url, this.load.environment);
    const end = performance.now();
    if (answer?.status !== 200) {
      this.failed.push({ replica, begin, end, status: answer?.status });
      return;
    }
    const { epoch, revision } = parsePosition(answer.headers.etag);
    const content = epoch === this.load.epoch ? digestOf(answer.text) : `of another epoch, ${epoch}`;
    this.reads.push({
      replica,
      begin,
      end,
      revision,
      stale: answer.headers['burgee-freshness'] !== undefined,
      content,
    });
  }
}
