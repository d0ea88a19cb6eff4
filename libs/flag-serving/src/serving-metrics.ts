/** What is counted while flags are served. Methods are called without `this`. */
export interface ServingMetrics {
  /** One answer of GET /api/v1/flags: `fresh`, `stale`, `not_modified` or the code of a refusal. @param seconds since it arrived */
  read(result: string, status: number, seconds: number): void;
  /** One answer of OFREP: `fresh`, `stale`, `not_modified`, the code of a failure or of a refusal. @param seconds since it arrived */
  decision(kind: 'single' | 'bulk', result: string, seconds: number): void;
  /** One answer of Unleash's client API: `fresh`, `stale`, `not_modified`, `accepted` or the code of a refusal. */
  unleash(kind: 'features' | 'toggles' | 'report', result: string): void;
  /** One usage report: `taken`, `dropped` where the buffer is full, or the code of a refusal. */
  usage(result: string): void;
  /** A flag set was found in memory. */
  cacheHit(): void;
  /** A look-up refused a key or its origin; requests that share one are one. */
  keyRefused(reason: string): void;
  /** How many streams there are file descriptors for. */
  streamCapacity(streams: number): void;
  streamOpened(): void;
  streamClosed(): void;
  streamRefused(reason: string): void;
  /** A stream has been written what it begins with. @param seconds since its request arrived */
  streamBegan(seconds: number): void;
  /** One event was written to one stream. */
  eventSent(kind: string): void;
  /** Seconds from the writing of a change to the moment its event has left for all streams that keep up. */
  commitToFlush(seconds: number): void;
  /** Seconds from the writing of a change to the moment the socket of one stream had taken its event. */
  delivered(seconds: number): void;
}
