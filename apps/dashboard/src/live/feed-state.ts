/** connecting: at first; live: hears; lost: heard, and does not any more; paused: hidden, and hears on purpose nothing. */
export type FeedState = 'connecting' | 'live' | 'lost' | 'paused';

const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 8_000;

/** How long to wait before the next try, the first being 0. `random` is 0 to 1, so that not all pages come back at once. */
export function waitBefore(attempt: number, random: number): number {
  const full = Math.min(FIRST_WAIT_MILLISECONDS * 2 ** attempt, LONGEST_WAIT_MILLISECONDS);
  return Math.round(full * (0.5 + random / 2));
}
