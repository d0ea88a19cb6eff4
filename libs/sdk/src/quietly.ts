import { nothing } from './later.js';

/** Calls an action that may throw or reject, at once. No error leaves this function; `onError` receives it. */
export async function quietly(action: () => unknown, onError: (error: unknown) => unknown = nothing): Promise<void> {
  try {
    await action();
  } catch (error) {
    onError(error);
  }
}
