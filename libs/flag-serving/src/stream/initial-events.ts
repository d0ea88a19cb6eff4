import { type FlagSetVersion, unavailable } from '@burgee/contracts/wire';
import type { FallbackAnswer } from '../fallback/fallback-store.js';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import type { EnvironmentChannel } from './environment-channel.js';
import type { Resume } from './resume.js';
import type { StreamEvent } from './stream-event.js';

/** What a stream is sent first, loaded before it is opened. */
export type InitialEvents = { events: StreamEvent[] } | { snapshot: RenderedFlagSet };

/** Where a stream begins. */
export interface StreamStart {
  version: FlagSetVersion;
  keyHash: string;
  /** Set when the source does not answer: the latest that is known. */
  stale?: FallbackAnswer;
}

/**
 * Loads what a stream is sent first, before anything is answered, so that a client that can be given nothing reads so in the
 * status.
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
 * The same while the source does not answer: from what this process has, as long as that takes no client back. A client that
 * may know more is told to come back; it keeps what it has.
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
