import {
  type AppliedWanted,
  type ChangeRow,
  type FlagSet,
  isUuid,
  parsePosition,
  type Position,
  type StreamEvents,
} from '@burgee/contracts/wire';
import type { EventFields } from '@burgee/sdk/stream';

/** A parsed event of the upstream. */
export type UpstreamEvent =
  | { kind: 'ready' }
  | { kind: 'access' }
  | { kind: 'malformed' }
  | { kind: 'snapshot'; set: FlagSet }
  | { kind: 'change'; row: ChangeRow }
  | { kind: 'applied-wanted'; wanted: AppliedWanted };

function readSnapshot(position: Position, text: string): UpstreamEvent {
  const { environment_id, flags } = JSON.parse(text) as StreamEvents['snapshot'];
  if (!Array.isArray(flags)) return { kind: 'malformed' };
  // Keeps the rows as received, with fields that a newer upstream may add.
  return {
    kind: 'snapshot',
    set: { ...position, environmentId: environment_id, body: Buffer.from(JSON.stringify(flags)) },
  };
}

function readChange(position: Position, kind: ChangeRow['kind'], text: string, now: number): UpstreamEvent {
  type Data = StreamEvents['flag_updated'] & StreamEvents['flag_deleted'];
  const { environment_id, revision: _, traceparent = null, ...data } = JSON.parse(text) as Data;
  if (typeof data.flag_id !== 'string' || typeof data.key !== 'string') return { kind: 'malformed' };
  return { kind: 'change', row: { ...position, environment_id, kind, data, traceparent, occurred_at: new Date(now) } };
}

/** Skips a malformed question: nothing here depends on it. */
function readWanted(text: string): UpstreamEvent | undefined {
  try {
    const { wait_id, position, within_ms } = JSON.parse(text) as AppliedWanted;
    if (!isUuid(wait_id) || !parsePosition(position) || !Number.isInteger(within_ms)) return undefined;
    return { kind: 'applied-wanted', wanted: { wait_id, position, within_ms } };
  } catch {
    return undefined;
  }
}

/** @param now ms since 1970 @returns undefined for a heartbeat, or an event of a newer upstream */
export function readEvent({ id, event, data }: EventFields, now: number): UpstreamEvent | undefined {
  if (data === undefined) return undefined;
  if (event === 'ready' || event === 'access') return { kind: event };
  if (event === 'applied_wanted') return readWanted(data);
  if (event !== 'snapshot' && event !== 'flag_updated' && event !== 'flag_deleted') return undefined;
  const position = parsePosition(id ?? '');
  if (!position) return { kind: 'malformed' };
  try {
    return event === 'snapshot' ? readSnapshot(position, data) : readChange(position, event, data, now);
  } catch {
    return { kind: 'malformed' };
  }
}
