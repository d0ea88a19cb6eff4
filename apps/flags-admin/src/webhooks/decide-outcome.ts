import type { DeliveryState } from '@burgee/contracts/http';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** The wait after each failed attempt. The last one repeats. */
const BACKOFF_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  4 * HOUR,
  6 * HOUR,
] as const;
/** Spreads the retries of simultaneous failures. */
const JITTER = 0.2;
const RETRY_AFTER_AT_MOST_MS = HOUR;

/** The result of an attempt. */
export interface Attempt {
  /** The status of the response, or null without one. */
  status: number | null;
  retryAfter?: string | undefined;
}

/** The outcome for a delivery. */
export interface Outcome {
  state: DeliveryState;
  /** The time until the next attempt, or null. */
  delayMs: number | null;
  /** The endpoint reports that it is gone for good. */
  isGone: boolean;
}

/** Accepts only seconds. */
function retryAfterMs(header: string | undefined): number {
  const seconds = /^\d{1,6}$/.test(header ?? '') ? Number(header) : 0;
  return Math.min(seconds * SECOND, RETRY_AFTER_AT_MOST_MS);
}

/**
 * @param attempts the number of attempts, including this one
 * @param leftMs the time until the delivery expires
 * @param random 0 to 1
 */
export function decideOutcome(
  { status, retryAfter }: Attempt,
  { attempts, leftMs }: { attempts: number; leftMs: number },
  random: number,
): Outcome {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', delayMs: null, isGone: false };
  if (status === 410) return { state: 'failed', delayMs: null, isGone: true };
  const backoff = BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length) - 1] ?? BACKOFF_MS[0];
  const delayMs = Math.max(Math.round(backoff * (1 - JITTER / 2 + JITTER * random)), retryAfterMs(retryAfter));
  if (delayMs > leftMs) return { state: 'failed', delayMs: null, isGone: false };
  return { state: 'waiting', delayMs, isGone: false };
}
