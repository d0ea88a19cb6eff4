/** The path where edges report how many of their clients have a change. */
export const EDGE_APPLIED_PATH = '/api/v1/edge/applied';

/** The state of one edge's clients for a position. All numbers are absolute. */
export interface EdgeAppliedReport {
  /** The edge: a UUID that is new at each start. */
  edge: string;
  clients: number;
  /** Clients that the position was sent to. */
  delivered: number;
  /** Clients that acknowledged it. */
  applied: number;
  /** Clients that disconnected before it was sent. */
  unknown: number;
  /** Clients that have not acknowledged yet. */
  streams: number;
  pollers: number;
  /** When the one of these pollers was seen that was seen longest ago, ISO 8601. */
  last_seen_at?: string | undefined;
  /** Whether pollers are distinguished by address only. */
  estimated: boolean;
  /** Whether not all streams that acknowledge were asked to. */
  sampled?: boolean | undefined;
  /** Edges that follow this one and were asked by it. What their clients have they say themselves. */
  edges: string[];
}

/** The path where a stream client acknowledges a change. */
export const STREAM_APPLIED_PATH = '/api/v1/stream/applied';

/** The body of POST /api/v1/stream/applied. */
export interface StreamApplied {
  wait_id: string;
  /** The value from the stream's `ready` event. */
  ack: string;
}

/** The body of POST /api/v1/edge/applied: what an edge says, and what edges that follow it have told it. */
export interface EdgeApplied {
  /** The id of the wait, as the stream sent it. */
  wait_id: string;
  reports: EdgeAppliedReport[];
}

/** What a body may hold. */
export const EDGE_APPLIED_LIMITS = {
  bodyBytes: 64 * 1_024,
  reports: 10,
  /** That one process asks; further ones count as one client each. */
  edges: 100,
  count: 1_000_000_000,
  withinMs: 60_000,
} as const;

/** How many streams each process asks to acknowledge a change. */
export const ACKNOWLEDGED_AT_MOST = 1_000;

const ACK = /^[\w-]{22}$/;

/** Whether text can be what `ready` gave to a stream. */
export const isAck = (text: unknown): text is string => typeof text === 'string' && ACK.test(text);
