const LONGEST_MS = 30_000;
/** A server that asks for more than this is not believed. */
const LONGEST_ASKED_MS = 600_000;

/**
 * How long to wait before the next attempt: 1 s, doubled each time up to 30 s, made 50 to 100 % of it by chance.
 * @param attempt 0 for the first one after a healthy time
 * @param retryMs what the stream's last `retry:` said; itself random, so it is kept to as it is, once
 * @param retryAfterMs what `Retry-After` said: not sooner
 */
export function pauseBefore(attempt: number, retryMs = 0, retryAfterMs = 0, random = Math.random()): number {
  const doubled = Math.min((retryMs || 1_000) * 2 ** attempt, LONGEST_MS) * (0.5 + random / 2);
  return Math.min(Math.max((attempt === 0 && retryMs) || doubled, retryAfterMs), LONGEST_ASKED_MS);
}

/**
 * A timer that does not keep a process alive. What is longer than 23 days ends after those: a number as large as Infinity
 * would end at once.
 * @returns a function that stops it
 */
export function later(ms: number, action: () => void): () => void {
  const timer: unknown = setTimeout(action, Math.min(ms, 2e9));
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}

export const nothing = (): void => undefined;

/** Does what may throw or reject, at once, and lets nothing of it out. */
export async function quietly(action: () => unknown, onError: (error: unknown) => unknown = nothing): Promise<void> {
  try {
    await action();
  } catch (error) {
    onError(error);
  }
}
