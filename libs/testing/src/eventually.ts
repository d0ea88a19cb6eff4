import { setTimeout as delay } from 'node:timers/promises';

/** Far longer than what is awaited takes: a busy machine is slow, and no test judges speed. */
export const AWAITED_MILLISECONDS = 20_000;

/**
 * Tries until `attempt` no longer throws, and gives its result.
 * @throws its last error when `withinMs` is over
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  withinMs = AWAITED_MILLISECONDS,
  everyMs = 25,
): Promise<T> {
  for (const end = Date.now() + withinMs; ; await delay(everyMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
