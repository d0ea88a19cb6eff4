/** From the first failure until the status is `stale`. */
export const STALE_AFTER_MS = 30_000;
/** `ready()` without options. */
export const READY_WITHIN_MS = 5_000;
/** A request ends after this long without a byte. The service sends `:hb` every 15 s. */
export const SILENCE_MS = 45_000;
/** A stream ends without a first event. The service sends `ready` at once; a proxy that holds it back holds back everything. */
export const FIRST_EVENT_MS = 10_000;
/** A stream that lives longer is healthy: the pauses before the next ones start over. */
export const HEALTHY_AFTER_MS = 60_000;
/** Streams in a row that end before they are live, until polls take over. */
export const POLL_AFTER_FAILURES = 3;
/** Flags are stored once per burst of changes. */
export const WRITE_AFTER_MS = 500;
