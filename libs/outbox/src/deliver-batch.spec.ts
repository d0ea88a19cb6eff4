import { describe, expect, it } from '@jest/globals';
import { deliverBatch } from './deliver-batch.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import type { OutboxMessage } from './outbox-message.js';

/** Delivers messages with the given outcomes, two at a time, and records the calls. */
async function run(kinds: DeliveryOutcome['kind'][]) {
  const messages = kinds.map((_, index) => ({ event_id: String(index) }) as OutboxMessage);
  const seen = { tried: [] as string[], refused: [] as string[], postponed: [] as string[] };
  const finished = await deliverBatch(messages, 2, {
    deliver: async ({ event_id }) => {
      seen.tried.push(event_id);
      return { kind: kinds[Number(event_id)], reason: 'a reason' } as DeliveryOutcome;
    },
    refused: async ({ event_id }) => void seen.refused.push(event_id),
    postpone: async ({ event_id }) => void seen.postponed.push(event_id),
  });
  return { ...seen, finished };
}

describe('a batch of the outbox', () => {
  it('is delivered in order', async () => {
    const { tried, finished } = await run(['delivered', 'delivered', 'delivered']);
    expect(tried).toEqual(['0', '1', '2']);
    expect(finished).toBe(true);
  });

  it('records a refused or timed-out message, and goes on with the others', async () => {
    const { tried, refused, postponed, finished } = await run([
      'refused',
      'delivered',
      'delivered',
      'timeout',
      'delivered',
    ]);
    expect(tried).toHaveLength(5);
    expect(refused).toEqual(['0']);
    expect(postponed).toEqual(['3']);
    expect(finished).toBe(true);
  });

  it('stops without a responder, and counts it against no message', async () => {
    const { tried, refused, postponed, finished } = await run([
      'delivered',
      'delivered',
      'no_responders',
      'no_responders',
      'delivered',
    ]);
    expect(tried).toEqual(['0', '1', '2', '3']);
    expect([...refused, ...postponed]).toEqual([]);
    expect(finished).toBe(false);
  });

  it('stops when all time out, and postpones them so that the next poll starts with others', async () => {
    const { tried, postponed, finished } = await run(['timeout', 'timeout', 'delivered']);
    expect(tried).toEqual(['0', '1']);
    expect(postponed).toEqual(['0', '1']);
    expect(finished).toBe(false);
  });
});
