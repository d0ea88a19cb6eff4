import { setTimeout as delay } from 'node:timers/promises';

const SLICE_MILLISECONDS = 2;
/** As long as a slice: half of the time is left to everything else, however much there is to do. */
const REST_MILLISECONDS = 2;

/**
 * For long work on the event loop.
 * @returns is to be awaited between its steps: rests for 2 ms when the work has had 2 ms, so that what crosses the event loop several
 *   times, as each change of a flag does, waits little at each crossing
 */
export function yieldWhenDue(waitMs: (ms: number) => Promise<unknown> = delay): () => Promise<void> | undefined {
  let since = performance.now();
  const rest = async () => {
    await waitMs(REST_MILLISECONDS);
    since = performance.now();
  };
  return () => (performance.now() - since < SLICE_MILLISECONDS ? undefined : rest());
}
