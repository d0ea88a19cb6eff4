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
}

/** How a protocol writes what a stream sends. Each frame is made once, for all streams. */
export interface StreamFormat {
  /** Whether a snapshot tells the flags. Where it does not, none is loaded for a stream that begins anew. */
  needsFlags: boolean;
  /** The first event, if there is one. */
  first(position: InitialPosition): Frame | undefined;
  event(event: StreamEvent): Pick<StreamEvent, 'kind' | 'frame'>;
  snapshot(rendered: RenderedFlagSet): Frame;
  /** Sent at the start, and when keys or origins of the environment change; undefined = they do not matter to it. */
  access?: Frame;
}

/** What GET /api/v1/stream sends. */
export const FLAG_EVENTS: StreamFormat = {
  needsFlags: true,
  // Before a snapshot `ready` has no id: a client that is cut off in between must not believe that it is up to date.
  first: ({ environmentId, revision, continues, ...position }) =>
    formatEvent('ready', continues ? formatPosition({ ...position, revision }) : undefined, {
      environment_id: environmentId,
      revision,
    }),
  event: (event) => event,
  snapshot: formatSnapshot,
};

/** The same with `?access=1`. */
export const FLAG_AND_ACCESS_EVENTS: StreamFormat = { ...FLAG_EVENTS, access: formatEvent('access', undefined, {}) };
