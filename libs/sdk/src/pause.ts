const LONGEST_MS = 30_000;
/** A server that asks for more than this is not believed. */
const LONGEST_ASKED_MS = 600_000;

/**
 * How long to wait before the next attempt: 1 s, doubled each time up to 30 s, made 50 to 100 % of it by chance.
 * @param attempt 0 for the first one after a healthy time
 * @param retryMs what the stream's last `retry:` said; itself random, so it is kept to as it is
 * @param retryAfterMs what `Retry-After` said: not sooner
 */
export function pauseBefore(attempt: number, retryMs?: number, retryAfterMs = 0, random = Math.random): number {
  const first = retryMs ?? 1_000;
  const chosen =
    attempt === 0 && retryMs !== undefined
      ? retryMs
      : Math.min(first * 2 ** attempt, LONGEST_MS) * (0.5 + random() / 2);
  return Math.min(Math.max(chosen, retryAfterMs), LONGEST_ASKED_MS);
}

/** Seconds or a date. @returns milliseconds from now, or undefined */
export function readRetryAfter(text: string | null): number | undefined {
  const ms = text ? (Number.isFinite(Number(text)) ? Number(text) * 1_000 : Date.parse(text) - Date.now()) : 0;
  return ms > 0 ? ms : undefined;
}

/** A timer that does not keep a process alive. @returns a function that stops it */
export function later(ms: number, action: () => void): () => void {
  const timer: unknown = setTimeout(action, ms);
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}
