/** From the first failure until the status is `stale`. */
export const STALE_AFTER_MS = 30_000;
/** `ready()` without options. */
export const READY_WITHIN_MS = 5_000;
/** A request ends after this long without a byte. The service sends `:hb` every 15 s. */
export const SILENCE_MS = 45_000;
/** A stream ends without a first event. The service sends `ready` at once; a proxy that holds it back holds back everything. */
export const FIRST_EVENT_MS = 10_000;
/** Streams in a row that end before they are live, until polls take over. */
export const POLL_AFTER_FAILURES = 3;
/** Flags are stored once per burst of changes. */
export const WRITE_AFTER_MS = 500;
/** Of all flags, or of one event, which may carry all flags. */
export const BYTES_AT_MOST = 16_000_000;
/** From a refusal of the key or the origin until the client asks whether that still holds. */
export const ASK_AGAIN_AFTER_MS = 600_000;
/** The shortest pause before the next stream: one that ends as soon as it is live is not opened again at once. */
export const STREAM_PAUSE_MS = 1_000;
/** Evaluation errors that are reported, each once: keys may come from a request. */
export const REPORTS_AT_MOST = 100;
