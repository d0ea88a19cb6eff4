import { describe, expect, it } from '@jest/globals';
import type { StoredFact } from '../changes/facts.js';
import type { Outcome } from './outcome.js';
import { runLane } from './run-lane.js';

/** Runs a lane two at a time over facts whose outcomes are given, and writes down what happened. */
async function run(kinds: Outcome['kind'][]) {
  const facts = kinds.map((_, index) => ({ event_id: String(index) }) as StoredFact);
  const seen = { told: [] as string[], refused: [] as string[], putOff: [] as string[] };
  const finished = await runLane(facts, 2, {
    tell: async ({ event_id }) => {
      seen.told.push(event_id);
      return { kind: kinds[Number(event_id)], reason: 'a reason' } as Outcome;
    },
    refused: async ({ event_id }) => void seen.refused.push(event_id),
    putOff: async ({ event_id }) => void seen.putOff.push(event_id),
  });
  return { ...seen, finished };
}

describe('a lane of the outbox', () => {
  it('tells all, in order', async () => {
    const { told, finished } = await run(['told', 'told', 'told']);
    expect(told).toEqual(['0', '1', '2']);
    expect(finished).toBe(true);
  });

  it('a fact that is refused or gets no answer is noted, and the others flow', async () => {
    const { told, refused, putOff, finished } = await run(['refused', 'told', 'told', 'silent', 'told']);
    expect(told).toHaveLength(5);
    expect(refused).toEqual(['0']);
    expect(putOff).toEqual(['3']);
    expect(finished).toBe(true);
  });

  it('stops where nobody is there, and blames no fact for it', async () => {
    const { told, refused, putOff, finished } = await run(['told', 'told', 'nobody', 'nobody', 'told']);
    expect(told).toEqual(['0', '1', '2', '3']);
    expect([...refused, ...putOff]).toEqual([]);
    expect(finished).toBe(false);
  });

  it('stops where all are silent, and puts them off so that the next sweep begins with others', async () => {
    const { told, putOff, finished } = await run(['silent', 'silent', 'told']);
    expect(told).toEqual(['0', '1']);
    expect(putOff).toEqual(['0', '1']);
    expect(finished).toBe(false);
  });
});
