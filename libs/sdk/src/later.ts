export const nothing = (): void => undefined;

/**
 * A timer that does not keep a process alive, unless `unref` is false. It runs for 23 days at most: `setTimeout` ends at once with a number as large
 * as Infinity.
 * @param ms milliseconds
 * @returns a function that cancels it
 */
export function later(ms: number, action: () => void, unref = true): () => void {
  const timer: unknown = setTimeout(action, Math.min(ms, 2e9));
  if (unref) (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}

/** Resolves with the promise, at the latest after `ms`. Keeps a process alive: somebody waits. */
export const within = (ms: number, promise: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const cancel = later(ms, resolve, false);
    void promise.then(resolve).then(cancel);
  });
