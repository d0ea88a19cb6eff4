import { setTimeout as delay } from 'node:timers/promises';

/**
 * Tries until `attempt` no longer throws, and gives its result.
 * @throws its last error when `withinMs` is over
 */
export async function eventually<T>(attempt: () => T | Promise<T>, withinMs = 10_000, everyMs = 25): Promise<T> {
  for (const end = Date.now() + withinMs; ; await delay(everyMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
