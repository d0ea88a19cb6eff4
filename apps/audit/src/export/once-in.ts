/** Calls something at most once in so many milliseconds, not before they are over for the first time. */
export function onceIn(milliseconds: number, call: () => Promise<unknown>): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < milliseconds) return;
    last = performance.now();
    await call();
  };
}
