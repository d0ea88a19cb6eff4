import type { DeliveryState } from '@burgee/contracts/http';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** How long is waited after each attempt that failed; the last one again and again. */
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
/** So that what failed together is not sent again together. */
const JITTER = 0.2;
const RETRY_AFTER_AT_MOST_MS = HOUR;

/** What an attempt came to. */
export interface Attempt {
  /** Of the answer; null when none came. */
  status: number | null;
  retryAfter?: string | undefined;
}

/** What becomes of a delivery. */
export interface Outcome {
  state: DeliveryState;
  /** Until it is sent again; null when it is not. */
  delayMs: number | null;
  /** The endpoint says that it is gone for good. */
  isGone: boolean;
}

/** Seconds, the only form that is listened to. */
function retryAfterMs(header: string | undefined): number {
  const seconds = /^\d{1,6}$/.test(header ?? '') ? Number(header) : 0;
  return Math.min(seconds * SECOND, RETRY_AFTER_AT_MOST_MS);
}

/**
 * @param attempts how many there were, this one included
 * @param leftMs until the delivery is given up
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
