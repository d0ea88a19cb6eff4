import { randomInt } from 'node:crypto';
import {
  type ChangeRow,
  type FlagChange,
  formatPosition,
  type Position,
  servedFlag,
  type StreamEvents,
} from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { ReportedChange } from '../source/flag-source.js';

/** The most that is written to a client before we notice that it does not read. */
const BYTES_AT_MOST = 128 * 1024;

/**
 * Bytes for streams, shared by all connections: as one chunk of a chunked response, and as they are within it. Node would
 * frame them again for each connection.
 */
export class Frame {
  readonly chunk: Buffer;
  readonly plain: Buffer;

  /** @param parts the contents, in order */
  constructor(...parts: (string | Buffer)[]) {
    const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
    const length = bytes.reduce((sum, part) => sum + part.length, 0);
    const head = `${length.toString(16)}\r\n`;
    this.chunk = Buffer.concat([Buffer.from(head), ...bytes, Buffer.from('\r\n')]);
    this.plain = this.chunk.subarray(head.length, head.length + length);
  }
}

/** A change as it is sent: formatted once, for all connections. */
export interface StreamEvent {
  kind: ChangeRow['kind'];
  revision: number;
  frame: Frame;
  /** The same change, for the fallback store. */
  change: ReportedChange;
  /** W3C `traceparent` of the change. */
  traceparent: string | null;
  /** When the change was written, ms since 1970 by the clock of Postgres. */
  occurredAt: number;
}

/** Events that go out in one write. */
export interface EventBatch {
  /** Each with when its change was written, ms since 1970. */
  events: readonly { kind: string; revision: number; occurredAt?: number }[];
  /** The bytes to write, in order. */
  frames: readonly Frame[];
}

/** Where a stream is as it opens. */
export interface InitialPosition extends Position {
  environmentId: string;
  /** Whether the stream continues from there; otherwise a snapshot follows. */
  continues: boolean;
  /** Whether the client named the position. */
  isResumed: boolean;
  /** The token that the client acknowledges with, if it does. */
  ack?: string | undefined;
}

/** How a protocol encodes the events of a stream. Each frame is made once per format and shared by all its streams. */
export interface StreamFormat {
  /** Whether a snapshot contains the flags. Where it does not, none is loaded for a stream that starts over. */
  needsFlags: boolean;
  /** The first event, if there is one. */
  first(position: InitialPosition): Frame | undefined;
  event(event: StreamEvent): Pick<StreamEvent, 'kind' | 'frame'>;
  /** Whether the last of several events makes the earlier ones redundant. */
  lastSaysAll?: boolean;
  /** @returns a promise when rendering takes time */
  snapshot(rendered: RenderedFlagSet): Frame | Promise<Frame>;
  /**
   * Sent at the start, and when keys or origins of the environment change; undefined = the protocol has no such event.
   */
  access?: Frame;
}

/**
 * An event as bytes. JSON escapes every line break, so no name or value can end the event early; kind and id are ours.
 */
export function formatEvent<K extends keyof StreamEvents>(
  kind: K,
  id: string | undefined,
  data: StreamEvents[K],
): Frame {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return new Frame(`${idLine}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
}

export const formatRetry = (milliseconds: number): string => `retry: ${milliseconds}\n\n`;

/** A `retry:` of 1 to 5 s, so that clients that lose the same replica do not reconnect at the same moment. */
export const randomRetry = (): string => formatRetry(randomInt(1_000, 5_001));

function formatReady({ environmentId, revision, continues, ack, ...position }: InitialPosition): Frame {
  const id = continues ? formatPosition({ ...position, revision }) : undefined;
  return formatEvent('ready', id, { environment_id: environmentId, revision, ...(ack !== undefined && { ack }) });
}

const snapshots = new WeakMap<RenderedFlagSet, Frame>();

/** The `snapshot` event of a flag set, formatted once and cached with the set. */
function formatSnapshot(rendered: RenderedFlagSet): Frame {
  const known = snapshots.get(rendered);
  if (known) return known;
  const { set } = rendered;
  const { environmentId: environment_id, revision } = set;
  // The flags are JSON already; parsing and serializing them again takes long.
  const data = `${JSON.stringify({ environment_id, revision }).slice(0, -1)},"flags":`;
  const frame = new Frame(`id: ${formatPosition(set)}\nevent: snapshot\ndata: ${data}`, set.body, '}\n\n');
  snapshots.set(rendered, frame);
  return frame;
}

/** What GET /api/v1/stream sends. */
export const FLAG_EVENTS: StreamFormat = {
  needsFlags: true,
  // A `ready` before a snapshot has no id: a client cut off in between must not believe that it is up to date.
  first: formatReady,
  event: (event) => event,
  snapshot: formatSnapshot,
};

/** The same with `?access=1`. */
export const FLAG_AND_ACCESS_EVENTS: StreamFormat = { ...FLAG_EVENTS, access: formatEvent('access', undefined, {}) };

/** Puts the fields in documented order; jsonb has its own order. */
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

/** The same events in the same order, in as few batches as their size allows. All streams share the bytes. */
export function groupEvents(events: readonly StreamEvent[], format: StreamFormat): EventBatch[] {
  const batches: { events: EventBatch['events'][number][]; frames: Frame[] }[] = [];
  let bytes = Infinity;
  for (const event of events) {
    const { kind, frame } = format.event(event);
    const { length } = frame.plain;
    if (bytes + length > BYTES_AT_MOST) {
      batches.push({ events: [], frames: [] });
      bytes = 0;
    }
    batches.at(-1)?.events.push({ kind, revision: event.revision, occurredAt: event.occurredAt });
    batches.at(-1)?.frames.push(frame);
    bytes += length;
  }
  return batches;
}

/** The same with one frame per batch: joining bytes once is cheaper than several writes to each of many sockets. */
export function joinEvents(events: readonly StreamEvent[], format: StreamFormat): EventBatch[] {
  return groupEvents(events, format).map(({ events, frames }) => ({
    events,
    frames: frames.length > 1 ? [new Frame(...frames.map(({ plain }) => plain))] : frames,
  }));
}

/** Whether the rows begin right after `revision` and are contiguous. */
export function isGapless(rows: readonly { revision: number }[], revision: number): boolean {
  return rows.every((row, index) => row.revision === revision + 1 + index);
}

/** Whether each row can become an event. A corrupt row must not block its environment for ever. */
function areWhole(rows: readonly ChangeRow[]): boolean {
  return rows.every(({ data }) => typeof data?.flag_id === 'string' && typeof data.key === 'string');
}

/** Whether these rows are what follows that position. */
export function canFollow(rows: readonly ChangeRow[], after: Position): boolean {
  return isGapless(rows, after.revision) && areWhole(rows) && rows.every(({ epoch }) => epoch === after.epoch);
}
