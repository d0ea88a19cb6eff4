import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AdmissionRate } from './admission-rate.js';

const admitted = (rate: AdmissionRate, count: number, now: number) =>
  Array.from({ length: count }, () => rate.take(now)).filter(Boolean).length;

describe('admission rate', () => {
  it('admits a second’s worth at once, and then so many a second', () => {
    const rate = new AdmissionRate(100, 0);
    expect(admitted(rate, 1_000, 0)).toBe(100);
    expect(admitted(rate, 1_000, 0.5)).toBe(50);
    expect(admitted(rate, 1_000, 60)).toBe(100);
  });

  it('never admits more than the rate, whatever the times', () => {
    const steps = fc.array(fc.tuple(fc.double({ min: 0, max: 3, noNaN: true }), fc.integer({ min: 0, max: 300 })));
    fc.assert(
      fc.property(steps, (all) => {
        const rate = new AdmissionRate(100, 0);
        let [now, total] = [0, 0];
        for (const [pause, count] of all) {
          now += pause;
          total += admitted(rate, count, now);
          expect(total).toBeLessThanOrEqual(100 + 100 * now + 1e-6);
        }
      }),
    );
  });

  it('what was not used can be taken again', () => {
    const rate = new AdmissionRate(1, 0);
    expect([rate.take(0), rate.take(0)]).toEqual([true, false]);
    rate.giveBack();
    expect(rate.take(0)).toBe(true);
  });

  it('spreads those it refuses over as long as it takes to admit them, a minute at most', () => {
    const rate = new AdmissionRate(100, 0);
    expect([rate.waitFor(0, 0), rate.waitFor(0, 0.999)]).toEqual([1, 4]);
    for (let i = 0; i < 1_000; i++) rate.waitFor(0, 0);
    expect(rate.waitFor(0, 0.999)).toBe(11);
    for (let i = 0; i < 100_000; i++) rate.waitFor(0, 0);
    expect(rate.waitFor(0, 0.999)).toBe(60);
    expect(rate.waitFor(10_000, 0.999)).toBe(4);
  });

  it('a reconnect storm of 5,000 is admitted within half a minute', () => {
    const rate = new AdmissionRate(250, 0);
    let due = Array.from({ length: 5_000 }, () => 0);
    let now = 0;
    for (; due.length > 0; now += 0.1) {
      const later: number[] = [];
      for (const at of due)
        if (at > now || !rate.take(now)) later.push(at > now ? at : now + rate.waitFor(now, Math.random()));
      due = later;
    }
    expect(now).toBeLessThan(30);
  });
});
