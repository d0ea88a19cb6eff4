import { DomainError, overloaded } from '@burgee/contracts/wire';

/** A kind of work, and how much of it there may be. */
export interface Level {
  /** How many run at a time. */
  seats: number;
  /** How many of one flow. */
  seatsOfFlow: number;
  /** The same of a flow that has lately used more than an equal part, while others are there. */
  seatsOfBusyFlow?: number;
  /** How many wait. Of more, the flow that waits with most loses its latest. */
  waitingAtMost: number;
  /** Infinity: for as long as it takes. */
  waitAtMostMs: number;
  /** Work of this process itself: after so many milliseconds of it everything else on the event loop has its turn. */
  sliceMs?: number;
  /** The work waits for other processes and uses no service time meanwhile. Its caller reports what it used. */
  isIdle?: boolean;
}

const RETRY_SECONDS = 5;

/**
 * The error of a refused request.
 * @param isCrowded whether it is for what the caller itself has asked for
 * @returns 429 where it is, else 503
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
