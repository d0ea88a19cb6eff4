import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeliveryOutcome } from './delivery-outcome.js';
import type { OutboxMessage } from './outbox-message.js';

export interface BatchSteps {
  deliver: (message: OutboxMessage) => Promise<DeliveryOutcome>;
  refused: (message: OutboxMessage, reason: string) => Promise<void>;
  postpone: (message: OutboxMessage, reason: string) => Promise<void>;
}

/**
 * Delivers a batch of one topic, `width` messages at a time. A message that is refused or times out is recorded and the
 * others go on; without any responder, the rest waits for the next poll.
 * @returns whether every message was tried
 */
export async function deliverBatch(
  messages: readonly OutboxMessage[],
  width: number,
  steps: BatchSteps,
): Promise<boolean> {
  for (let from = 0; from < messages.length; from += width) {
    const some = messages.slice(from, from + width);
    const outcomes = await Promise.all(some.map(steps.deliver));
    await Promise.all(some.map((message, index) => note(message, outcomes[index] as DeliveryOutcome, steps)));
    if (outcomes.some(({ kind }) => kind === 'no_responders')) return false;
    if (outcomes.every(({ kind }) => kind === 'timeout')) return false;
    // Messages without a reply were sent without yielding to the event loop.
    await nextTurn();
  }
  return true;
}

async function note(message: OutboxMessage, outcome: DeliveryOutcome, { refused, postpone }: BatchSteps) {
  if (outcome.kind === 'refused') await refused(message, outcome.reason);
  if (outcome.kind === 'timeout') await postpone(message, outcome.reason);
}
