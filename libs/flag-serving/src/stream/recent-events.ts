import type { StreamEvent } from './stream-event.js';

const EVENTS_AT_MOST = 256;
const BYTES_AT_MOST = 128 * 1024;

/** The last events of an environment, without a gap: most clients that reconnect missed no more than these. */
export class RecentEvents {
  private events: StreamEvent[] = [];
  private bytes = 0;

  add(event: StreamEvent): void {
    const last = this.events.at(-1);
    if (last && event.revision !== last.revision + 1) this.clear();
    this.events.push(event);
    this.bytes += event.frame.chunk.length;
    while (this.events.length > EVENTS_AT_MOST || (this.bytes > BYTES_AT_MOST && this.events.length > 1))
      this.bytes -= this.events.shift()?.frame.chunk.length ?? 0;
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
  }
}
