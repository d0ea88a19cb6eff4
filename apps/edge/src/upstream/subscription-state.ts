import type { AppliedWanted, EdgeAccess, Position } from '@burgee/contracts/wire';
import type { EventFields } from '@burgee/sdk/stream';
import type { UpstreamUpdate } from '../cached/update.js';

export interface SubscriptionState {
  readonly environmentId: string;
  /** The cached position. */
  readonly position: Position | undefined;
  /** Events after it were missed. */
  readonly needsFlags: boolean;
  /** The stream has delivered all missed events. */
  readonly isLive: boolean;
  /** An access list has arrived since the stream opened. */
  readonly hasAccess: boolean;
  /** Set while the upstream cannot reach its own source: when it last did, ms since 1970. */
  readonly staleSince: number | undefined;
  /** Triggers for access since the last answer; more than one causes another request. */
  readonly accessAsked: number;
  /** When an access list last arrived, ms since 1970. */
  readonly accessAt: number;
  /** Failed requests for access in a row. */
  readonly accessFailures: number;
  /** Streams in a row that ended before they were live. */
  readonly failures: number;
  readonly retryMs: number;
  readonly isCurrent: boolean;
  /** When the upstream last confirmed that the cached state is current, ms since 1970. */
  readonly heardAt: number;
}

export type Trigger =
  /** The stream opened. @param ageSeconds set when the upstream marked it as stale */
  | { type: 'opened'; ageSeconds: number | undefined }
  | { type: 'event'; fields: EventFields }
  /** No event for too long. */
  | { type: 'silent' }
  | { type: 'ended'; retryAfterMs: number }
  /** @param asOf from an edge: when its own upstream confirmed it, ms since 1970 */
  | { type: 'access'; access: EdgeAccess; ageSeconds: number | undefined; asOf?: number | undefined }
  | { type: 'access-failed' }
  /** A request for access is due. */
  | { type: 'ask-access' };

export type Effect =
  /** Open a stream after so many ms, from that event on; undefined: with a flag set. */
  | { do: 'open'; afterMs: number; lastEventId: string | undefined }
  /** End the open stream, without a further trigger. */
  | { do: 'close' }
  | { do: 'ask-access'; afterMs: number }
  /** The upstream is at an earlier position than before. */
  | { do: 'report-behind'; at: Position }
  | { do: 'publish'; update: UpstreamUpdate }
  /** Count the clients that have a position, for the upstream. */
  | { do: 'count-applied'; wanted: AppliedWanted };

export const initialState = (environmentId: string, position?: Position, heardAt = 0): SubscriptionState => ({
  environmentId,
  position,
  needsFlags: false,
  isLive: false,
  hasAccess: false,
  staleSince: undefined,
  accessAsked: 0,
  accessAt: 0,
  accessFailures: 0,
  failures: 0,
  retryMs: 0,
  isCurrent: false,
  heardAt,
});
