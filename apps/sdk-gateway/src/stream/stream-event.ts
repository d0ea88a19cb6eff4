import { type ChangeRow, type FlagChange, servedFlag, type StreamEvents } from '@burgee/contracts';
import type { HeardChange } from '../flag-sets/last-news.js';
import { formatPlace } from './event-id.js';
import { formatEvent } from './format-event.js';
import type { Frame } from './frame.js';

/** A change as it goes out: written once, for all connections. */
export interface StreamEvent {
  kind: ChangeRow['kind'];
  revision: number;
  frame: Frame;
  /** The same for the day when Postgres cannot be asked. */
  change: HeardChange;
  /** When the change was written, ms since 1970 by the clock of Postgres. */
  occurredAt: number;
}

/** The fields in the order in which they are documented; jsonb keeps an order of its own. */
function changeOf(row: ChangeRow): FlagChange {
  if (row.kind === 'flag_updated') return { kind: row.kind, data: servedFlag(row.data) };
  return { kind: row.kind, data: { flag_id: row.data.flag_id, key: row.data.key } };
}

function toEvent(row: ChangeRow): StreamEvent {
  const { kind, environment_id, epoch, revision, traceparent, occurred_at } = row;
  const change = changeOf(row);
  const data = { ...change.data, environment_id, revision, ...(traceparent && { traceparent }) };
  return {
    kind,
    revision,
    frame: formatEvent(kind, formatPlace(row), data as StreamEvents[ChangeRow['kind']]),
    change: { environmentId: environment_id, epoch, revision, change },
    occurredAt: occurred_at.getTime(),
  };
}

export function toEvents(rows: readonly ChangeRow[]): StreamEvent[] {
  return rows.map(toEvent);
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
