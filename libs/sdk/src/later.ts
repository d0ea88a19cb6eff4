export const nothing = (): void => undefined;

/**
 * A timer that does not keep a process alive. It runs for 23 days at most: `setTimeout` ends at once with a number as large
 * as Infinity.
 * @param ms milliseconds
 * @returns a function that cancels it
 */
export function later(ms: number, action: () => void): () => void {
  const timer: unknown = setTimeout(action, Math.min(ms, 2e9));
  (timer as { unref?: () => void }).unref?.();
  return () => clearTimeout(timer as number);
}
