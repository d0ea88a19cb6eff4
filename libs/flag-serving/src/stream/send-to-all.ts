import { type EventsTogether, joinEvents } from './join-events.js';
import type { StreamConnection } from './stream-connection.js';
import type { StreamEvent } from './stream-event.js';
import type { StreamFormat } from './stream-format.js';

/** Sends the next events to one connection in each step. Those that cannot be sent them have to catch up. */
export function* sendToAll(connections: Iterable<StreamConnection>, events: readonly StreamEvent[]): Generator<void> {
  const joined = new Map<StreamFormat, EventsTogether[]>();
  const last = events.at(-1)?.revision ?? 0;
  for (const connection of connections) {
    const { format } = connection;
    const parts = joined.get(format) ?? joinEvents(events, format);
    joined.set(format, parts);
    for (const part of parts) {
      if (connection.catchingUp || connection.sent >= last) break;
      const follows = connection.sent + 1 === part.events[0]?.revision;
      if (connection.writable && follows) connection.sendEvents(part);
      else connection.catchingUp = true;
    }
    yield;
  }
}
