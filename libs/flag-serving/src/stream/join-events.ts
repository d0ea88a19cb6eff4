import { Frame } from './frame.js';
import type { StreamEvent } from './stream-event.js';
import type { StreamFormat } from './stream-format.js';

/** A connection that does not read is written no more than about this much before that shows. */
const BYTES_AT_MOST = 128 * 1024;

/** Events that are written at once, each with when its change was written, ms since 1970. */
export interface EventsTogether {
  events: readonly { kind: string; revision: number; occurredAt?: number }[];
  /** What is written of them, in order. */
  frames: readonly Frame[];
}

/** The same events in the same order, in as few parts as their size allows. Each is the bytes that all streams share. */
export function groupEvents(events: readonly StreamEvent[], format: StreamFormat): EventsTogether[] {
  const parts: { events: Pick<StreamEvent, 'kind' | 'revision' | 'occurredAt'>[]; frames: Frame[] }[] = [];
  let bytes = Infinity;
  for (const event of events) {
    const { kind, frame } = format.event(event);
    const { length } = frame.plain;
    if (bytes + length > BYTES_AT_MOST) {
      parts.push({ events: [], frames: [] });
      bytes = 0;
    }
    parts.at(-1)?.events.push({ kind, revision: event.revision, occurredAt: event.occurredAt });
    parts.at(-1)?.frames.push(frame);
    bytes += length;
  }
  return parts;
}

/** The same, each part as one frame: to write several to many sockets takes longer than to join the bytes once, for all of them. */
export function joinEvents(events: readonly StreamEvent[], format: StreamFormat): EventsTogether[] {
  return groupEvents(events, format).map(({ events, frames }) => ({
    events,
    frames: frames.length > 1 ? [new Frame(...frames.map(({ plain }) => plain))] : frames,
  }));
}
