import { type FlagSetVersion, type Position, positionInTag, unavailable } from '@burgee/contracts/wire';
import type { InitialEvents } from '../channel/catch-ups.js';
import type { EnvironmentChannel } from '../channel/environment-channel.js';
import type { FallbackAnswer } from '../fallback/fallback-store.js';

/** How a stream begins. */
export type Resume =
  /** Continues after this revision with the events that follow it. */
  | { kind: 'continue'; from: number }
  /** Sends a snapshot, since the position cannot be resumed or the client requested one. */
  | { kind: 'snapshot' };

/**
 * Continues at the latest revision or where the client left off. A position of another epoch, one ahead of the server (a
 * restore took the server back) and garbage cannot be resumed.
 * @param mayBeBehind whether a position may be ahead because another server named it to the client; a snapshot would take it back
 */
export function decideResume(
  lastEventId: string | undefined,
  wantsSnapshot: boolean,
  latest: Position,
  mayBeBehind = false,
): Resume {
  if (wantsSnapshot) return { kind: 'snapshot' };
  if (lastEventId === undefined || lastEventId === '') return { kind: 'continue', from: latest.revision };
  const position = positionInTag(lastEventId);
  if (!position || position.epoch !== latest.epoch) return { kind: 'snapshot' };
  if (position.revision > latest.revision && !mayBeBehind) return { kind: 'snapshot' };
  return { kind: 'continue', from: position.revision };
}

/** Where a stream begins. */
export interface StreamStart {
  version: FlagSetVersion;
  keyHash: string;
  /** The last known flag set; set while the source is down. */
  stale?: FallbackAnswer;
}

/**
 * Loads the first events of a stream before the response starts, so that a failure shows in the status.
 * @throws unavailable, and what the source throws
 */
export async function initialEvents(
  channel: EnvironmentChannel,
  resume: Resume,
  start: StreamStart,
  wantsSnapshot: boolean,
): Promise<InitialEvents> {
  if (start.stale) return staleInitialEvents(channel, resume, start, wantsSnapshot);
  const { epoch } = channel;
  if (epoch !== start.version.epoch) {
    channel.restart();
    throw unavailable();
  }
  const events = resume.kind === 'continue' ? await channel.eventsAfter(resume.from) : undefined;
  if (events && epoch === channel.epoch) return { events };
  const snapshot = await channel.snapshot();
  if (epoch !== channel.epoch || snapshot.set.epoch !== epoch) throw unavailable();
  return { snapshot };
}

/**
 * The same while the source is down: from this process's memory, as long as that takes no client back. A client that
 * may be ahead has to retry; it keeps its flags.
 * @throws unavailable
 */
export function staleInitialEvents(
  channel: EnvironmentChannel,
  resume: Resume,
  { version, stale }: StreamStart,
  wantsSnapshot: boolean,
): InitialEvents {
  const snapshot = stale?.rendered;
  if (channel.epoch !== version.epoch || !snapshot) throw unavailable();
  if (resume.kind === 'snapshot') {
    if (!wantsSnapshot) throw unavailable();
    return { snapshot };
  }
  if (resume.from >= version.revision) return { events: [] };
  const events = channel.recentAfter(resume.from);
  return events ? { events } : { snapshot };
}
