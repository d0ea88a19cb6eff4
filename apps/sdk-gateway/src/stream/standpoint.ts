import { unavailable } from '@burgee/service-kit';
import type { StaleAnswer } from '../flag-sets/known-good.js';
import type { Opening, StreamPlace } from './event-id.js';
import type { Beginning, Room } from './room.js';

/** Where a stream opens: what is known of its environment, and whether by Postgres or by memory. */
export interface Standpoint extends StreamPlace {
  environmentId: string;
  keyHash: string;
  /** Set when Postgres cannot be asked: the newest that is known. */
  stale?: StaleAnswer;
}

/**
 * How a stream begins while Postgres cannot be asked: from what this replica has, as long as that takes nobody back. A
 * client that may know more than it is told to come back; it keeps what it has.
 * @throws unavailable
 */
export function beginStale(room: Room, opening: Opening, now: Standpoint, asked: boolean): Beginning {
  const snapshot = now.stale?.rendered;
  if (room.epoch !== now.epoch || !snapshot) throw unavailable();
  if (opening.kind === 'snapshot') {
    if (!asked) throw unavailable();
    return { snapshot };
  }
  if (opening.from >= now.revision) return { events: [] };
  const events = room.remembered(opening.from);
  return events ? { events } : { snapshot };
}
