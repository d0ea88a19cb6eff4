import { FairScheduler, type Level, type SchedulerOptions } from '@burgee/admission';

const UPSTREAM_LEVELS = {
  'check-key': { seats: 8, seatsOfFlow: 8, waitingAtMost: 256, waitAtMostMs: 9_000 },
  'check-origin': { seats: 4, seatsOfFlow: 4, waitingAtMost: 256, waitAtMostMs: 9_000 },
  /** Streams of environments: there are no more of them than environments. */
  subscribe: { seats: 4, seatsOfFlow: 4, waitingAtMost: Infinity, waitAtMostMs: Infinity },
} satisfies Record<string, Level>;

/** An upstream that has not answered by then lets the question wait. */
const COUNTED_FOR_MS = 250;

/** Where questions to the upstream wait. Their flows are the networks of callers. */
export type UpstreamScheduler = FairScheduler<keyof typeof UPSTREAM_LEVELS>;

export const createUpstreamScheduler = (options?: SchedulerOptions): UpstreamScheduler =>
  new FairScheduler(UPSTREAM_LEVELS, options);

/**
 * Begins what is asked of the upstream for each environment, a few at a time, so that many do not hurt it. An answer that takes long
 * keeps no seat: nobody holds up the streams of others with slow ones.
 * @param network that brought the key; '' for a configured one
 * @returns what `open` returns
 */
export async function subscribeInSeat<T>(
  scheduler: UpstreamScheduler,
  network: string,
  open: () => Promise<T>,
): Promise<T> {
  const seat = await scheduler.enter([network], 'subscribe');
  const counted = setTimeout(() => seat.leave(), COUNTED_FOR_MS).unref();
  try {
    return await open();
  } finally {
    clearTimeout(counted);
    seat.leave();
  }
}
