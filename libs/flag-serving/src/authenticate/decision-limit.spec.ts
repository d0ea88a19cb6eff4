import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { DecisionLimit, pointsOfFlags } from './decision-limit.js';

const PER_SECOND = 10;
/** Their address is where the block of one is looked for. */
const [FIRST, SECOND] = ['192.0.2.1', '192.0.2.2'].map((url) => ({ url }) as IncomingMessage) as [
  IncomingMessage,
  IncomingMessage,
];
const REFUSED = { code: 'too_many_requests', options: { retryAfterSeconds: 1 } };

/** A limit in one second that does not pass. */
function newLimit(): DecisionLimit {
  const used = new Map<string, number>();
  const consume = async (name: string, points: number) => {
    used.set(name, (used.get(name) ?? 0) + points);
    if (used.get(name)! > PER_SECOND) throw new Error('used up');
  };
  return new DecisionLimit({ consume }, PER_SECOND, (request) => `${request.url}`);
}

const times = (count: number, take: () => Promise<void>) => Promise.all(Array.from({ length: count }, take));

describe('decisions by client key', () => {
  it('S67 are limited by address: one does not use up what others have', async () => {
    const limit = newLimit();
    await times(PER_SECOND, () => limit.takeRequest('client', FIRST));
    await expect(limit.takeRequest('client', FIRST)).rejects.toMatchObject(REFUSED);
    await expect(limit.takeRequest('client', SECOND)).resolves.toBeUndefined();
  });

  it('S67 count by how many flags they are about', async () => {
    const limit = newLimit();
    await limit.takeRequest('client', FIRST);
    await limit.takeFlags('client', FIRST, 900);
    await limit.takeFlags('client', FIRST, 100);
    await limit.takeRequest('client', FIRST);
    await expect(limit.takeRequest('client', FIRST)).rejects.toMatchObject(REFUSED);
    await expect(limit.takeFlags('client', FIRST, 101)).rejects.toMatchObject(REFUSED);
  });

  it('S67 about ever so many flags are answered to whoever asks for nothing else', async () => {
    const limit = newLimit();
    await limit.takeRequest('client', FIRST);
    await expect(limit.takeFlags('client', FIRST, 100_000)).resolves.toBeUndefined();
  });

  it.each([
    [0, 0],
    [1, 0],
    [100, 0],
    [101, 1],
    [5_000, PER_SECOND - 1],
  ])('about %i flags cost %i more', (flags, points) => {
    expect(pointsOfFlags(flags, PER_SECOND)).toBe(points);
  });
});

describe('decisions by SDK key', () => {
  it('are not limited by address: many servers may have one', async () => {
    const limit = newLimit();
    await expect(times(5 * PER_SECOND, () => limit.takeRequest('sdk', FIRST))).resolves.toHaveLength(50);
    await limit.takeFlags('sdk', FIRST, 5_000);
  });
});
