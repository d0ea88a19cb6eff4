import { Frame } from './frame.js';
import type { StreamEvent } from './stream-event.js';
import type { StreamFormat } from './stream-format.js';

/** A connection that does not read is written no more than about this much before that shows. */
const BYTES_AT_MOST = 128 * 1024;

type FormattedEvent = Pick<StreamEvent, 'kind' | 'revision' | 'frame' | 'occurredAt'>;

/** Events that are written at once: to write to many sockets takes longer than to join the bytes for all of them. */
export interface JoinedEvents {
  events: readonly Pick<StreamEvent, 'kind' | 'revision' | 'occurredAt'>[];
  frame: Frame;
}

/** The same events in the same order, in as few frames as their size allows. */
export function joinEvents(events: readonly StreamEvent[], format: StreamFormat): JoinedEvents[] {
  const parts: FormattedEvent[][] = [];
  let bytes = Infinity;
  for (const event of events) {
    const { kind, frame } = format.event(event);
    const { length } = frame.plain;
    if (bytes + length > BYTES_AT_MOST) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push({ kind, frame, revision: event.revision, occurredAt: event.occurredAt });
    bytes += length;
  }
  return parts.map((part) => ({ events: part, frame: frameOf(part) }));
}

function frameOf(events: readonly FormattedEvent[]): Frame {
  const [only] = events;
  return only && events.length === 1 ? only.frame : new Frame(...events.map(({ frame }) => frame.plain));
}
