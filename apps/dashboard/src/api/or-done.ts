import { asApiError } from './api-error.js';

/**
 * Looks whether a change was made whose answer was lost, or came too late. @throws its failure unless it was
 * @param isDone reads what the change was to reach
 */
export async function orDone(change: Promise<unknown>, isDone: () => Promise<boolean>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!asApiError(error).unclear || !(await isDone().catch(() => false))) throw error;
  }
}
