import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pauseBefore } from './pause-before.js';

const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

describe('the pause before the next attempt', () => {
  it('is 1 s, then twice as long each time, up to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 40].map((attempt) => pauseBefore(attempt, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('is a random 50 to 100 % of that, so that clients do not reconnect all at once', () => {
    expect([0, 0.5, 1].map((random) => pauseBefore(3, random))).toEqual([4_000, 6_000, 8_000]);
  });

  it('is never shorter than Retry-After, and never longer than ten minutes', () => {
    const attempts = fc.nat(50);
    const asked = fc.nat(10_000_000);
    fc.assert(
      fc.property(attempts, asked, chance, (attempt, retryAfter, random) => {
        const pause = pauseBefore(attempt, random, retryAfter);
        expect(pause).toBeGreaterThanOrEqual(Math.min(retryAfter, 600_000));
        expect(pause).toBeLessThanOrEqual(600_000);
      }),
    );
  });

  it('begins with the value of retry:, then doubles', () => {
    expect(pauseBefore(0, 0, 0, 4_321)).toBe(4_321);
    expect(pauseBefore(1, 1, 0, 4_000)).toBe(8_000);
  });
});
