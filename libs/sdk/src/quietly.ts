import { nothing } from './later.js';

/**
 * Calls an action that may throw or reject. No error leaves this function; `onError` receives it.
 * @returns the result of the action; undefined if it failed
 */
export async function quietly<T>(
  action: () => T,
  onError: (error: unknown) => unknown = nothing,
): Promise<Awaited<T> | undefined> {
  try {
    return await action();
  } catch (error) {
    onError(error);
  }
}
