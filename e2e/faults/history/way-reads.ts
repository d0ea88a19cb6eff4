import type { ReadRecord } from '@burgee/testing';
import { type CallAnswer, call } from '../call.js';
import { digestOf, type LoadedEnvironment, parsePosition } from './history-fixture.js';
import type { Random } from './random.js';
import { READ_WAYS, type WayName } from './read-ways.js';

/** What a read brought, and at which of the addresses; its content is in the form of that one. */
export type WayRead = ReadRecord & { way: WayName };

export interface ReadAnswer {
  answer: CallAnswer | undefined;
  read: Pick<WayRead, 'way' | 'revision' | 'content' | 'stale'> | undefined;
}

/** Some of the reads are those of Burgee's own clients, the others those of OFREP's and Unleash's. */
const WAYS: readonly WayName[] = ['flags', 'flags', 'decisions', 'decisions', 'features', 'toggles'];

/** Reads one environment at one base, now at this address, now at that one; every other time it names the tag that it was given last. */
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
    const content =
      answer.status === 304 ? (known?.content ?? 'a 304 that nobody asked for') : digestOf(contentOf(answer.text));
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
