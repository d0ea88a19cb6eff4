/** Counters of flag serving. Methods are called without `this`. */
export interface ServingMetrics {
  /**
   * One response of GET /api/v1/flags: `fresh`, `stale`, `not_modified` or an error code. @param seconds since the
   * request arrived
   */
  read(result: string, status: number, seconds: number): void;
  /**
   * One response of OFREP: `fresh`, `stale`, `not_modified`, the code of a failure or of an error. @param seconds since
   * the request arrived
   */
  decision(kind: 'single' | 'bulk', result: string, seconds: number): void;
  /** One response of Unleash's client API: `fresh`, `stale`, `not_modified`, `accepted` or an error code. */
  unleash(kind: 'features' | 'toggles' | 'report', result: string): void;
  /** One usage report: `taken`, `dropped` when the buffer is full, or an error code. */
  usage(result: string): void;
  /** A flag set was found in memory. */
  cacheHit(): void;
  /** A look-up refused a key or its origin; requests that share a look-up count once. */
  keyRefused(reason: string): void;
  /** The number of streams that file descriptors allow. */
  streamCapacity(streams: number): void;
  streamOpened(): void;
  streamClosed(): void;
  streamRefused(reason: string): void;
  /** A stream got its first events. @param seconds since its request arrived */
  streamBegan(seconds: number): void;
  /** One event was written to one stream. */
  eventSent(kind: string): void;
  /** Seconds from the write of a change to the moment its event has left for all current streams. */
  commitToFlush(seconds: number): void;
  /** Seconds from the write of a change to the moment a stream's socket took its event. */
  delivered(seconds: number): void;
}
