/** The time from the first failure until the status is `stale`. */
export const STALE_AFTER_MS = 30_000;
/** The timeout of `ready()` without options. */
export const READY_WITHIN_MS = 5_000;
/** A request ends after this long without a byte. The service sends `:hb` every 15 s. */
export const SILENCE_MS = 45_000;
/** A stream ends without a first event. The service sends `ready` at once; a proxy that holds it back holds back everything. */
export const FIRST_EVENT_MS = 10_000;
/** Streams in a row that end before they are live, until polls take over. */
export const POLL_AFTER_FAILURES = 3;
/** The delay that collects a burst of changes into one write to the storage. */
export const WRITE_AFTER_MS = 500;
/** The most bytes of an answer, or of one event, which may carry all flags. */
export const BYTES_AT_MOST = 16_000_000;
/** The time after a refusal of the key or the origin until the client retries. */
export const ASK_AGAIN_AFTER_MS = 600_000;
/** The shortest pause before the next stream, so that a stream that ends as soon as it is live causes no tight loop. */
export const STREAM_PAUSE_MS = 1_000;
/** The most evaluation errors that are reported, each once: keys may come from a request. */
export const REPORTS_AT_MOST = 100;
