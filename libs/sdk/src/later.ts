export const nothing = (): void => undefined;

/**
 * A timer that does not keep a process alive, unless `unref` is false. It runs for up to 23 days: with a number as
 * large as Infinity `setTimeout` would end at once.
 * @param ms milliseconds
 * @returns a function that cancels it
 */
export function later(ms: number, action: () => void, unref = true): () => void {
  const timer: unknown = setTimeout(action, Math.min(ms, 2e9));
  if (unref) (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}

/** Resolves with the promise, or after `ms`. Keeps a process alive, because the caller is waiting. */
export const within = (ms: number, promise: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    const cancel = later(ms, resolve, false);
    void promise.then(resolve).then(cancel);
  });
