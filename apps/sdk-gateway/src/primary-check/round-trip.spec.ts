import { describe, expect, it } from '@jest/globals';
import { RoundTrip } from './round-trip.js';

function roundTrip(...samples: number[]): RoundTrip {
  const measured = new RoundTrip();
  for (const ms of samples) measured.measured(ms);
  return measured;
}

describe('round trip', () => {
  it.each([
    [[], 300],
    [[1], 300],
    [[100], 400],
    [[150], 450],
    [[10_000], 450],
  ])('a check after answers of %p ms takes at most %p', (samples, limit) => {
    expect(roundTrip(...samples).limitMs).toBe(limit);
  });

  it('follows shorter answers at once and longer ones slowly', () => {
    expect(roundTrip(1, 200).limitMs).toBe(300);
    expect(roundTrip(1, ...Array.from({ length: 30 }, () => 100)).limitMs).toBeGreaterThan(390);
    expect(roundTrip(200, 200, 1).limitMs).toBe(300);
  });

  it.each([
    [1, 0, 300],
    [1, 150, 300],
    [1, 290, 160],
    [1, 5_000, 150],
    [150, 0, 450],
    [150, 200, 250],
    [150, 5_000, 150],
  ])('at %p ms a check that waited %p gets %p', (ms, waited, left) => {
    expect(roundTrip(ms).limitAfter(waited)).toBe(left);
  });

  it('spaces checks half a round trip apart, and not where timers are coarser than that', () => {
    expect(roundTrip(150).spacingMs).toBe(75);
    expect(roundTrip(19).spacingMs).toBe(0);
    expect(new RoundTrip().spacingMs).toBe(0);
  });

  it.each([1, 40, 75, 100, 150, 200])(
    'at %p ms a read that waits for its check, then for a ping during its load, fails after 450 ms',
    (ms) => {
      const { pingLimitMs } = roundTrip(ms);
      expect(ms + 50 + pingLimitMs).toBeLessThanOrEqual(450);
      expect(pingLimitMs).toBeGreaterThanOrEqual(ms);
    },
  );
});
