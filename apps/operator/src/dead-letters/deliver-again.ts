import { setTimeout as delay } from 'node:timers/promises';
import type { DeadLetters, Redelivery } from '@burgee/outbox';

const LOOK_EVERY_MILLISECONDS = 200;

/** Puts dead-lettered messages back, and waits up to `withinMs` until the relay has delivered or refused each. */
export async function deliverAgain(
  deadLetters: DeadLetters,
  eventIds: readonly string[],
  withinMs: number,
): Promise<Redelivery[]> {
  const released = await deadLetters.release(eventIds);
  for (const until = performance.now() + withinMs; ; await delay(LOOK_EVERY_MILLISECONDS)) {
    const outcomes = await deadLetters.outcomes(released);
    if (outcomes.every(({ outcome }) => outcome !== 'waiting') || performance.now() > until) return outcomes;
  }
}
