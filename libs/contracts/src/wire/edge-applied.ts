/** Where edges say how many of their own clients have a change. */
export const EDGE_APPLIED_PATH = '/api/v1/edge/applied';

/** Of the clients of one edge, who has a position. All numbers are absolute. */
export interface EdgeAppliedReport {
  /** The edge: a UUID, for as long as it runs. */
  edge: string;
  clients: number;
  /** How many of them were sent it. */
  delivered: number;
  /** How many of those said that they have it. */
  applied: number;
  /** How many left before they were sent it. */
  unknown: number;
  /** Those that are waited for. */
  streams: number;
  pollers: number;
  /** When the one of these pollers was seen that was seen longest ago, ISO 8601. */
  last_seen_at?: string | undefined;
  /** Whether pollers were told apart by where they come from alone. */
  estimated: boolean;
  /** Whether not all streams that acknowledge were asked to. */
  sampled?: boolean | undefined;
  /** Edges that follow this one and were asked by it. What their clients have they say themselves. */
  edges: string[];
}

/** Where a client of the event stream says that it has a change. */
export const STREAM_APPLIED_PATH = '/api/v1/stream/applied';

/** The body of POST /api/v1/stream/applied. */
export interface StreamApplied {
  wait_id: string;
  /** As `ready` gave it to this stream. */
  ack: string;
}

/** The body of POST /api/v1/edge/applied: what an edge says, and what edges that follow it have told it. */
export interface EdgeApplied {
  /** As the stream named it. */
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
