import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { formatPosition, type Position } from '@burgee/contracts/wire';
import type { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { formatEvent, formatSnapshot } from './format-event.js';
import type { Frame } from './frame.js';
import type { StreamEvent } from './stream-event.js';
import type { StreamQuery } from './stream-query.js';

/** Where a stream is as it opens. */
export interface InitialPosition extends Position {
  environmentId: string;
  /** Whether it goes on from there; otherwise a snapshot follows. */
  continues: boolean;
  /** Whether the client named the position. */
  isResumed: boolean;
}

/** How a protocol writes what a stream sends. Each frame is made once, for all streams. */
export interface StreamFormat {
  /** Whether a snapshot tells the flags. Where it does not, none is loaded for a stream that begins anew. */
  needsFlags: boolean;
  /** The first event, if there is one. */
  first(position: InitialPosition): Frame | undefined;
  event(event: StreamEvent): Pick<StreamEvent, 'kind' | 'frame'>;
  /** @param request left out: it is for all who follow the environment @returns later, where it waits for a turn to be made */
  snapshot(rendered: RenderedFlagSet, request?: IncomingMessage): Frame | Promise<Frame>;
  /** Sent at the start, and when keys or origins of the environment change; undefined = they do not matter to it. */
  access?: Frame;
  /** The edge that follows, where it can say how many of its clients have a change. */
  edge?: string;
  /** What the client acknowledges with, where it does. */
  ack?: string;
}

const ACK_BYTES = 16;

function readyEvent({ environmentId, revision, continues, ...position }: InitialPosition, ack?: string): Frame {
  const id = continues ? formatPosition({ ...position, revision }) : undefined;
  return formatEvent('ready', id, { environment_id: environmentId, revision, ...(ack !== undefined && { ack }) });
}

/** What GET /api/v1/stream sends. */
export const FLAG_EVENTS: StreamFormat = {
  needsFlags: true,
  // Before a snapshot `ready` has no id: a client that is cut off in between must not believe that it is up to date.
  first: (position) => readyEvent(position),
  event: (event) => event,
  snapshot: formatSnapshot,
};

/** The same with `?access=1`. */
export const FLAG_AND_ACCESS_EVENTS: StreamFormat = { ...FLAG_EVENTS, access: formatEvent('access', undefined, {}) };

export function flagEventsFor({ access, edge, ack }: Pick<StreamQuery, 'access' | 'edge' | 'ack'>): StreamFormat {
  if (!access) return ack ? acknowledged(randomBytes(ACK_BYTES).toString('base64url')) : FLAG_EVENTS;
  return edge === undefined ? FLAG_AND_ACCESS_EVENTS : { ...FLAG_AND_ACCESS_EVENTS, edge };
}

/** Only who was given it on its stream can acknowledge for that. */
const acknowledged = (ack: string): StreamFormat => ({
  ...FLAG_EVENTS,
  first: (position) => readyEvent(position, ack),
  ack,
});
