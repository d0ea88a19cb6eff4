import { type ChangeRow, servedFlag, type StreamEvents } from '@burgee/contracts';
import { formatPlace } from './event-id.js';
import { formatEvent } from './format-event.js';
import type { Frame } from './frame.js';

/** A change as it goes out: written once, for all connections. */
export interface StreamEvent {
  kind: ChangeRow['kind'];
  revision: number;
  frame: Frame;
  /** When the change was written, ms since 1970 by the clock of Postgres. */
  occurredAt: number;
}

/** The fields in the order in which they are documented; jsonb keeps an order of its own. */
function eventData(row: ChangeRow): StreamEvents[ChangeRow['kind']] {
  const place = {
    environment_id: row.environment_id,
    revision: row.revision,
    ...(row.traceparent && { traceparent: row.traceparent }),
  };
  if (row.kind === 'flag_updated') return { ...servedFlag(row.data), ...place };
  return { flag_id: row.data.flag_id, key: row.data.key, ...place };
}

export function toEvents(rows: readonly ChangeRow[]): StreamEvent[] {
  return rows.map((row) => ({
    kind: row.kind,
    revision: row.revision,
    frame: formatEvent(row.kind, formatPlace(row), eventData(row)),
    occurredAt: row.occurred_at.getTime(),
  }));
}

/** Whether the rows begin right after `revision` and leave nothing out. */
export function isGapless(rows: readonly { revision: number }[], revision: number): boolean {
  return rows.every((row, index) => row.revision === revision + 1 + index);
}

/** Whether an event can be made of each row. One that was damaged must not hold up its environment for ever. */
function areWhole(rows: readonly ChangeRow[]): boolean {
  return rows.every(({ data }) => typeof data?.flag_id === 'string' && typeof data.key === 'string');
}

/** Whether these rows are what comes after that place. */
export function canFollow(rows: readonly ChangeRow[], after: { epoch: string; revision: number }): boolean {
  return isGapless(rows, after.revision) && areWhole(rows) && rows.every(({ epoch }) => epoch === after.epoch);
}
