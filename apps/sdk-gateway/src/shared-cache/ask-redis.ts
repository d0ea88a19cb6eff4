import type { Logger } from 'pino';
import { inTime } from '../in-time.js';

/** How long a request waits for Redis. */
const ANSWERS_WITHIN_MILLISECONDS = 100;

/** The response of Redis; undefined on an error or after so many ms. */
export async function askRedis<T>(
  logger: Pick<Logger, 'debug'>,
  command: () => Promise<T>,
  withinMs = ANSWERS_WITHIN_MILLISECONDS,
): Promise<T | undefined> {
  try {
    return await inTime(withinMs, command());
  } catch (error) {
    logger.debug({ err: error }, 'redis did not answer');
    return undefined;
  }
}
