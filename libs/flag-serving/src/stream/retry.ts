import { randomInt } from 'node:crypto';

/** A `retry:` of 1 to 5 s, so that clients that lose the same replica do not reconnect at the same moment. */
export function randomRetry(): string {
  return retryAfter(randomInt(1_000, 5_001));
}

export const retryAfter = (milliseconds: number): string => `retry: ${milliseconds}\n\n`;
