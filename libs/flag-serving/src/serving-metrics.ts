/** What is counted while flags are served. Methods are called without `this`. */
export interface ServingMetrics {
  /** One answer of GET /api/v1/flags: `fresh`, `stale`, `not_modified` or the code of a refusal. */
  read(result: string): void;
  /** One answer of OFREP: `fresh`, `stale`, `not_modified`, the code of a failure or of a refusal. */
  decision(kind: 'single' | 'bulk', result: string): void;
  /** One answer of Unleash's client API: `fresh`, `stale`, `not_modified`, `accepted` or the code of a refusal. */
  unleash(kind: 'features' | 'toggles' | 'report', result: string): void;
  /** A flag set was found in memory. */
  cacheHit(): void;
  /** How many streams there are file descriptors for. */
  streamCapacity(streams: number): void;
  streamOpened(): void;
  streamClosed(): void;
  streamRefused(reason: string): void;
  /** One event was written to one stream. */
  eventSent(kind: string): void;
  /** Seconds from the writing of a change to the moment its event has left for all streams that keep up. */
  commitToFlush(seconds: number): void;
}
