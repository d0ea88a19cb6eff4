/**
 * What happened to one environment, as its callers saw it. An environment is a register that only rises: its revision.
 * Times are milliseconds of one clock. Revisions of writes come from the log that Postgres kept, after the run.
 */
export interface WriteRecord {
  id: string;
  begin: number;
  /** When the answer came; Infinity when none came or it was no 2xx: the write may happen at any time after `begin`. */
  end: number;
  /** The revision it made; undefined = Postgres does not have it. */
  revision: number | undefined;
}

export interface ReadRecord {
  replica: string;
  begin: number;
  end: number;
  revision: number;
  /** The answer said of itself that it may be out of date. */
  stale: boolean;
  /** What was read, in any form that is equal exactly for equal content. */
  content: string;
}

/** A read of an edge. It may be older than an acknowledged write, and says how old it is. */
export interface BoundedRead extends ReadRecord {
  /** When its upstream confirmed it, by the clock of the other times. */
  asOf: number;
  /** The minimum revision of the request, from the answer to a write; undefined = none. */
  atLeast: number | undefined;
}

/** When a part did not work: `postgres`, `sdk-gateway-1`, or a link, `sdk-gateway-1→postgres`. */
export interface FaultSpan {
  struck: string;
  begin: number;
  end: number;
}

export interface EnvironmentHistory {
  environment: string;
  /** Where the environment stood before the first write. */
  first: number;
  writes: readonly WriteRecord[];
  reads: readonly ReadRecord[];
  /** What the environment holds at each revision, in the form of `ReadRecord.content`. */
  contents: ReadonlyMap<number, string>;
}

/** What one client of the event stream was sent, connection after connection. */
export interface StreamRecord {
  client: string;
  events: readonly StreamedEvent[];
}

export interface StreamedEvent {
  kind: 'ready' | 'change' | 'snapshot';
  epoch: string;
  revision: number;
}

/** An audit entry of one value, or what one change left behind, in the order in which they were made. */
export interface AuditRecord {
  /** The write it is about. */
  id: string;
  /** What was changed: one flag in one environment. */
  of: string;
  old: string;
  new: string;
}
