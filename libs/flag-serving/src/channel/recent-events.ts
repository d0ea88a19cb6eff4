import { LRUCache } from 'lru-cache';
import type { StreamEvent } from './stream-events.js';

const EVENTS_AT_MOST = 256;
/** 128 KiB of frames. */
const BYTES_AT_MOST = 384 * 1024;
/** Overhead of objects and buffers per event. */
const BYTES_OF_EVENT = 500;

/** The text is in memory three times: as the frame, as the flag, and as the frame of Unleash streams. */
const sizeOf = ({ frame }: StreamEvent): number => BYTES_OF_EVENT + 3 * frame.chunk.length;

/** Memory for the recent events of all environments, by environment. */
export type EventMemory = LRUCache<string, RecentEvents>;

/**
 * When it is full, the environment that changed longest ago loses its events; clients that resume there read from the
 * source.
 */
export const createEventMemory = (bytesAtMost: number): EventMemory =>
  new LRUCache({
    maxSize: bytesAtMost,
    disposeAfter: (events, _, reason) => {
      if (reason === 'evict') events.clear();
    },
  });

/**
 * The last events of an environment, without a gap; enough for most clients that reconnect. They may be cleared at any
 * moment, and then start again with the next event.
 */
export class RecentEvents {
  private events: StreamEvent[] = [];
  private bytes = 0;
  private ended = false;

  /** @param memory shared by all environments */
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
    // Deleting first keeps its old size from being counted again.
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
    // After the end, the entry belongs to a newer channel.
    if (!this.ended) this.memory.delete(this.environmentId);
  }

  /** Frees the memory, also of a read in progress. */
  end(): void {
    this.clear();
    this.ended = true;
  }

  private drop(): void {
    const first = this.events.shift();
    if (first) this.bytes -= sizeOf(first);
  }
}
