import { DomainError, overloaded } from '@burgee/contracts/wire';

/** A kind of work, and its limits. */
export interface Level {
  /** Concurrent runs. */
  seats: number;
  /** Concurrent runs per flow. */
  seatsOfFlow: number;
  /** The same for a flow that recently used more than an equal part, while others are there. */
  seatsOfBusyFlow?: number;
  /** Queue length. Above it, the longest flow loses its latest request. */
  waitingAtMost: number;
  /** Infinity: no limit. */
  waitAtMostMs: number;
  /** For work on the event loop: it yields to other work after this many milliseconds. */
  sliceMs?: number;
  /** The work waits for other processes without using service time. Its caller reports what it used. */
  isIdle?: boolean;
}

const RETRY_SECONDS = 5;

/**
 * The error of a refused request.
 * @param isCrowded whether the client's own requests caused it
 * @returns 429 in that case, else 503
 */
export function refusal(isCrowded: boolean, random = Math.random): DomainError {
  if (!isCrowded) return overloaded('Too many requests are waiting.');
  const retryAfterSeconds = 1 + Math.floor(random() * RETRY_SECONDS);
  return new DomainError(
    'too_many_requests',
    `Too many of your requests are waiting. Send fewer at a time, and retry in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
