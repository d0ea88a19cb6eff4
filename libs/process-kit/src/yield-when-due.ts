import { setTimeout as delay } from 'node:timers/promises';

const SLICE_MILLISECONDS = 2;
/** As long as a slice, so that half of the time is left to other work at any load. */
const REST_MILLISECONDS = 2;

/**
 * For long work on the event loop.
 * @returns a function to await between steps: it pauses for 2 ms after 2 ms of work, so that work that crosses the
 * event loop several times, such as a change of a flag, waits little at each crossing
 */
export function yieldWhenDue(waitMs: (ms: number) => Promise<unknown> = delay): () => Promise<void> | undefined {
  let since = performance.now();
  const rest = async () => {
    await waitMs(REST_MILLISECONDS);
    since = performance.now();
  };
  return () => (performance.now() - since < SLICE_MILLISECONDS ? undefined : rest());
}
