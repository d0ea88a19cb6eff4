import { formatPosition, type Position } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { formatEvent, formatSnapshot } from './format-event.js';
import type { Frame } from './frame.js';
import type { StreamEvent } from './stream-event.js';

/** Where a stream is as it opens. */
export interface InitialPosition extends Position {
  environmentId: string;
  /** Whether it goes on from there; otherwise a snapshot follows. */
  continues: boolean;
  /** Whether the client named the position. */
  isResumed: boolean;
  /** What the client acknowledges with, where it does. */
  ack?: string | undefined;
}

/**
 * How a protocol writes what a stream sends. Each frame is made once, for all streams of the format: one for each protocol, never
 * one for each stream.
 */
export interface StreamFormat {
  /** Whether a snapshot tells the flags. Where it does not, none is loaded for a stream that begins anew. */
  needsFlags: boolean;
  /** The first event, if there is one. */
  first(position: InitialPosition): Frame | undefined;
  event(event: StreamEvent): Pick<StreamEvent, 'kind' | 'frame'>;
  /** Whether the last of several events says all that those before it do. */
  lastSaysAll?: boolean;
  /** @returns later, where it has to be made */
  snapshot(rendered: RenderedFlagSet): Frame | Promise<Frame>;
  /** Sent at the start, and when keys or origins of the environment change; undefined = they do not matter to it. */
  access?: Frame;
}

function readyEvent({ environmentId, revision, continues, ack, ...position }: InitialPosition): Frame {
  const id = continues ? formatPosition({ ...position, revision }) : undefined;
  return formatEvent('ready', id, { environment_id: environmentId, revision, ...(ack !== undefined && { ack }) });
}

/** What GET /api/v1/stream sends. */
export const FLAG_EVENTS: StreamFormat = {
  needsFlags: true,
  // Before a snapshot `ready` has no id: a client that is cut off in between must not believe that it is up to date.
  first: readyEvent,
  event: (event) => event,
  snapshot: formatSnapshot,
};

/** The same with `?access=1`. */
export const FLAG_AND_ACCESS_EVENTS: StreamFormat = { ...FLAG_EVENTS, access: formatEvent('access', undefined, {}) };
