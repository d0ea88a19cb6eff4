import {
  type ChangeRow,
  type FlagChange,
  formatPosition,
  type Position,
  servedFlag,
  type StreamEvents,
} from '@burgee/contracts/wire';
import type { ReportedChange } from '../source/flag-source.js';
import { formatEvent } from './format-event.js';
import type { Frame } from './frame.js';

/** A change as it is sent: formatted once, for all connections. */
export interface StreamEvent {
  kind: ChangeRow['kind'];
  revision: number;
  frame: Frame;
  /** The same for the fallback store. */
  change: ReportedChange;
  /** W3C `traceparent` of the change. */
  traceparent: string | null;
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
    frame: formatEvent(kind, formatPosition(row), data as StreamEvents[ChangeRow['kind']]),
    change: { environmentId: environment_id, epoch, revision, change },
    traceparent,
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

/** Whether an event can be made of each row. A corrupt one must not block its environment for ever. */
function areWhole(rows: readonly ChangeRow[]): boolean {
  return rows.every(({ data }) => typeof data?.flag_id === 'string' && typeof data.key === 'string');
}

/** Whether these rows are what follows that position. */
export function canFollow(rows: readonly ChangeRow[], after: Position): boolean {
  return isGapless(rows, after.revision) && areWhole(rows) && rows.every(({ epoch }) => epoch === after.epoch);
}
