import type { AppliedWanted, EdgeAccess, Position } from '@burgee/contracts/wire';
import type { EventFields } from '@burgee/sdk/stream';
import type { UpstreamUpdate } from '../cached/update.js';

export interface SubscriptionState {
  readonly environmentId: string;
  /** What is cached. */
  readonly position: Position | undefined;
  /** What follows it was missed. */
  readonly needsFlags: boolean;
  /** The stream has told all that was missed. */
  readonly isLive: boolean;
  /** Access was given since the stream opened. */
  readonly hasAccess: boolean;
  /** The upstream cannot reach its own source: when it last did, ms since 1970. */
  readonly staleSince: number | undefined;
  /** Requests for access since the last was answered; with more than one it is asked for again. */
  readonly accessAsked: number;
  /** When access was last given, ms since 1970. */
  readonly accessAt: number;
  /** Requests for access in a row that were not answered. */
  readonly accessFailures: number;
  /** Streams in a row that ended before they were live. */
  readonly failures: number;
  readonly retryMs: number;
  readonly isCurrent: boolean;
  /** When the upstream last said that what is cached is current, ms since 1970. */
  readonly heardAt: number;
}

export type Trigger =
  /** The stream opened. @param ageSeconds given when the upstream marked it as stale */
  | { type: 'opened'; ageSeconds: number | undefined }
  | { type: 'event'; fields: EventFields }
  /** Nothing has come for too long. */
  | { type: 'silent' }
  | { type: 'ended'; retryAfterMs: number }
  /** @param asOf of an edge: when its own upstream confirmed it, ms since 1970 */
  | { type: 'access'; access: EdgeAccess; ageSeconds: number | undefined; asOf?: number | undefined }
  | { type: 'access-failed' }
  /** It is time to ask for access. */
  | { type: 'ask-access' };

export type Effect =
  /** Open a stream after so many ms, from that event on; undefined: with a flag set. */
  | { do: 'open'; afterMs: number; lastEventId: string | undefined }
  /** End the stream that is open, without a further trigger. */
  | { do: 'close' }
  | { do: 'ask-access'; afterMs: number }
  /** The upstream is where it was before. */
  | { do: 'report-behind'; at: Position }
  | { do: 'publish'; update: UpstreamUpdate }
  /** Count who has a position, for the upstream. */
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
