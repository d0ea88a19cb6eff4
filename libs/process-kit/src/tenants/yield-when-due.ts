import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MILLISECONDS = 5;

/**
 * For long work on the event loop.
 * @returns is to be awaited between its steps: gives everything else a turn when the work has had 5 ms
 */
export function yieldWhenDue(): () => Promise<void> | undefined {
  let since = performance.now();
  const yieldNow = async () => {
    await nextTurn();
    since = performance.now();
  };
  return () => (performance.now() - since < SLICE_MILLISECONDS ? undefined : yieldNow());
}
