import { LRUCache } from 'lru-cache';
import type { StreamEvent } from './stream-events.js';

const EVENTS_AT_MOST = 256;
/** 128 KiB of frames. */
const BYTES_AT_MOST = 384 * 1024;
/** Of objects and buffers. */
const BYTES_OF_EVENT = 500;

/** Its text is in memory as a frame, as the flag beside it, and as the frame that streams of Unleash are sent. */
const sizeOf = ({ frame }: StreamEvent): number => BYTES_OF_EVENT + 3 * frame.chunk.length;

/** Memory for the recent events of all environments, by environment. */
export type EventMemory = LRUCache<string, RecentEvents>;

/** When it is full, the environment that changed longest ago loses its events: a client that resumes there is sent the past as the source has it. */
export const createEventMemory = (bytesAtMost: number): EventMemory =>
  new LRUCache({
    maxSize: bytesAtMost,
    disposeAfter: (events, _, reason) => {
      if (reason === 'evict') events.clear();
    },
  });

/**
 * The last events of an environment, without a gap: most clients that reconnect missed no more than these. They may be cleared at any
 * moment, and reach back to what is added next then.
 */
export class RecentEvents {
  private events: StreamEvent[] = [];
  private bytes = 0;
  private ended = false;

  /** @param memory of all environments */
  constructor(
    private readonly environmentId: string,
    private readonly memory: EventMemory,
  ) {}

  add(event: StreamEvent): void {
    if (this.ended) return;
    const last = this.events.at(-1);
    if (last && event.revision !== last.revision + 1) this.clear();
    this.events.push(event);
    this.bytes += sizeOf(event);
    while (this.events.length > EVENTS_AT_MOST || (this.bytes > BYTES_AT_MOST && this.events.length > 1)) this.drop();
    // What it holds already is not counted again.
    this.memory.delete(this.environmentId);
    this.memory.set(this.environmentId, this, { size: this.bytes });
    if (!this.memory.has(this.environmentId)) this.clear();
  }

  /** All events after `revision`; undefined when they do not reach back that far. */
  after(revision: number): StreamEvent[] | undefined {
    const first = this.events[0]?.revision;
    if (first === undefined || revision < first - 1) return undefined;
    return this.events.slice(revision + 1 - first);
  }

  clear(): void {
    this.events = [];
    this.bytes = 0;
    // What is in memory of this environment belongs to another channel by now.
    if (!this.ended) this.memory.delete(this.environmentId);
  }

  /** Nothing stays in memory, also of a read that is underway. */
  end(): void {
    this.clear();
    this.ended = true;
  }

  private drop(): void {
    const first = this.events.shift();
    if (first) this.bytes -= sizeOf(first);
  }
}
