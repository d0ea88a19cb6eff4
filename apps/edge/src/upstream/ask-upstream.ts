import { FairScheduler, type Level, type SchedulerOptions } from '@burgee/admission';

const UPSTREAM_LEVELS = {
  'check-key': { seats: 8, seatsOfFlow: 8, waitingAtMost: 256, waitAtMostMs: 9_000 },
  'check-origin': { seats: 4, seatsOfFlow: 4, waitingAtMost: 256, waitAtMostMs: 9_000 },
  /** Streams of environments, which bound their number. */
  subscribe: { seats: 4, seatsOfFlow: 4, waitingAtMost: Infinity, waitAtMostMs: Infinity },
} satisfies Record<string, Level>;

/** After this time without a response, the request leaves its seat. */
const COUNTED_FOR_MS = 250;

/** Where requests to the upstream wait. Their flows are the networks of clients. */
export type UpstreamScheduler = FairScheduler<keyof typeof UPSTREAM_LEVELS>;

export const createUpstreamScheduler = (options?: SchedulerOptions): UpstreamScheduler =>
  new FairScheduler(UPSTREAM_LEVELS, options);

/**
 * Starts requests to the upstream a few at a time, so that many do not overload it. A slow response keeps no seat, so
 * one network cannot block the streams of others.
 * @param network the network that presented the key; '' for a configured one
 * @returns the result of `open`
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
