import type { ReadRecord } from '@burgee/testing';
import { type CallAnswer, call } from '../call.js';
import { digestOf, type LoadedEnvironment, parsePosition } from './history-fixture.js';
import type { Random } from './random.js';
import { READ_WAYS, type WayName } from './read-ways.js';

/** The result of a read and its address; the content has that address's form. */
export type WayRead = ReadRecord & { way: WayName };

export interface ReadAnswer {
  answer: CallAnswer | undefined;
  read: Pick<WayRead, 'way' | 'revision' | 'content' | 'stale'> | undefined;
}

/** A mix of reads by Burgee's own clients, OFREP clients and Unleash SDKs. */
const WAYS: readonly WayName[] = ['flags', 'flags', 'decisions', 'decisions', 'features', 'toggles'];

/** Reads one environment at one base URL, each time in a random way, and every other time with its last ETag. */
export class WayReads {
  private readonly known = new Map<WayName, { tag: string; content: string }>();

  constructor(
    private readonly base: string,
    private readonly load: LoadedEnvironment,
    private readonly random: Random,
  ) {}

  async read(withinMs: number, more: Record<string, string> = {}): Promise<ReadAnswer> {
    const way = this.random.pick(WAYS);
    const known = this.random.next() < 0.5 ? this.known.get(way) : undefined;
    const { path, body, contentOf = (text: string) => text, headersOf } = READ_WAYS[way];
    const headers = {
      ...headersOf(this.load.environment),
      ...(known && { 'if-none-match': known.tag }),
      ...more,
    };
    const answer = await call(this.base + path, { headers, withinMs, ...(body && { method: 'POST', body }) });
    if (answer?.status !== 200 && answer?.status !== 304) return { answer, read: undefined };
    const { etag = '', 'burgee-freshness': freshness } = answer.headers;
    const content = answer.status === 304 ? (known?.content ?? 'an unrequested 304') : digestOf(contentOf(answer.text));
    this.known.set(way, { tag: etag, content });
    const { epoch, revision } = parsePosition(etag);
    return {
      answer,
      read: {
        way,
        revision,
        stale: freshness !== undefined,
        content: epoch === this.load.epoch ? content : `of another epoch, ${epoch}`,
      },
    };
  }
}
