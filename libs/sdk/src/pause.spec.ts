import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pauseBefore } from './pause.js';

const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

describe('the pause before the next attempt', () => {
  it('is 1 s, then twice as long each time, up to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 40].map((attempt) => pauseBefore(attempt, 0, 0, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('is 50 to 100 % of that by chance, so that clients which lost a service do not come back as one', () => {
    expect([0, 0.5, 1].map((random) => pauseBefore(3, 0, 0, random))).toEqual([4_000, 6_000, 8_000]);
    expect(new Set(Array.from({ length: 100 }, () => pauseBefore(3))).size).toBeGreaterThan(50);
  });

  it('is never shorter than Retry-After says, and never longer than ten minutes', () => {
    const attempts = fc.nat(50);
    const asked = fc.nat(10_000_000);
    fc.assert(
      fc.property(attempts, asked, chance, (attempt, retryAfter, random) => {
        const pause = pauseBefore(attempt, 0, retryAfter, random);
        expect(pause).toBeGreaterThanOrEqual(Math.min(retryAfter, 600_000));
        expect(pause).toBeLessThanOrEqual(600_000);
      }),
    );
  });

  it('is what retry: said, once, and counts on from there', () => {
    expect(pauseBefore(0, 4_321, 0, 0)).toBe(4_321);
    expect(pauseBefore(1, 4_000, 0, 1)).toBe(8_000);
  });
});
