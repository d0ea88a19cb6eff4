import { describe, expect, it } from '@jest/globals';
import { DecisionLimit, decisionPoints } from './decision-limit.js';

const PER_SECOND = 10;
const REFUSED = { code: 'too_many_requests', options: { retryAfterSeconds: 1 } };

/** A limit in one second that does not pass. */
function newLimit(): DecisionLimit {
  const used = new Map<string, number>();
  const consume = async (name: string, points: number) => {
    used.set(name, (used.get(name) ?? 0) + points);
    if (used.get(name)! > PER_SECOND) throw new Error('used up');
  };
  return new DecisionLimit({ consume }, PER_SECOND);
}

const times = (count: number, take: () => Promise<void>) => Promise.all(Array.from({ length: count }, take));

describe('decisions by client key', () => {
  it('S67 are limited by address: one does not use up what others have', async () => {
    const limit = newLimit();
    await times(PER_SECOND, () => limit.take('client', '192.0.2.1', 1));
    await expect(limit.take('client', '192.0.2.1', 1)).rejects.toMatchObject(REFUSED);
    await expect(limit.take('client', '192.0.2.2', 1)).resolves.toBeUndefined();
  });

  it('S67 count by how many flags they are about', async () => {
    const limit = newLimit();
    await limit.take('client', '192.0.2.1', 900);
    await limit.take('client', '192.0.2.1', 1);
    await expect(limit.take('client', '192.0.2.1', 1)).rejects.toMatchObject(REFUSED);
  });

  it.each([
    [0, 1],
    [1, 1],
    [100, 1],
    [101, 2],
    [5_000, PER_SECOND],
  ])('about %i flags cost %i', (flags, points) => {
    expect(decisionPoints(flags, PER_SECOND)).toBe(points);
  });
});

describe('decisions by SDK key', () => {
  it('are not limited by address: many servers may have one', async () => {
    const limit = newLimit();
    await expect(times(5 * PER_SECOND, () => limit.take('sdk', '192.0.2.1', 5_000))).resolves.toHaveLength(50);
  });
});
