/**
 * connecting: at first; live: receives events; silent: connected, but a part of Burgee does not answer; lost:
 * disconnected, retrying; paused: disconnected because the page is hidden; yielded: disconnected because tabs of other
 * projects were used later.
 */
export type ConnectionState = 'connecting' | 'live' | 'silent' | 'lost' | 'offline' | 'paused' | 'yielded';

const FIRST_WAIT_MILLISECONDS = 500;
const LONGEST_WAIT_MILLISECONDS = 8_000;

/** Milliseconds before retry number `attempt`, from 0. `random` is 0 to 1, so that pages do not all reconnect at once. */
export function waitBefore(attempt: number, random: number): number {
  const full = Math.min(FIRST_WAIT_MILLISECONDS * 2 ** attempt, LONGEST_WAIT_MILLISECONDS);
  return Math.round(full * (0.5 + random / 2));
}

/** Whether what the page shows may be old, and the user has to know. */
export const isOutOfTouch = (state: ConnectionState) => ['lost', 'offline', 'yielded'].includes(state);
