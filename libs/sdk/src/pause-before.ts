const LONGEST_MS = 30_000;
/** Upper bound for `Retry-After`: a larger value is a mistake of the server. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/**
 * Milliseconds to wait before the next attempt: 1 s, doubled each time up to 30 s, times a random 50 to 100 %.
 * @param attempt 0 for the first one after a success
 * @param random 0 to 1
 * @param retryAfterMs the `Retry-After` header, or another floor; the pause is never shorter
 * @param retryMs the last `retry:` of the stream, used as it is for the first attempt: the service has randomized it already
 */
export function pauseBefore(attempt: number, random: number, retryAfterMs = 0, retryMs = 0): number {
  const doubled = Math.min((retryMs || 1_000) * 2 ** attempt, LONGEST_MS) * (0.5 + random / 2);
  return Math.min(Math.max((attempt === 0 && retryMs) || doubled, retryAfterMs), LONGEST_RETRY_AFTER_MS);
}
