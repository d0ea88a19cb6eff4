import { describe, expect, it } from '@jest/globals';
import { AdmissionPace } from './admission-pace.js';

const [IN_TIME, LATE] = [1, 20];

/** The last of so many batches. */
const after = (pace: AdmissionPace, batches: number, late: number) =>
  Array.from({ length: batches }, () => pace.next(late)).at(-1);

describe('the pace of admission', () => {
  it('rises while batches begin in time, to 36', () => {
    const pace = new AdmissionPace();
    expect([pace.next(IN_TIME), pace.next(IN_TIME), pace.next(IN_TIME)]).toEqual([4, 5, 6]);
    expect(after(pace, 100, IN_TIME)).toBe(36);
  });

  it('halves with each batch that is late, and never stops', () => {
    const pace = new AdmissionPace();
    after(pace, 100, IN_TIME);
    expect([pace.next(LATE), pace.next(LATE), pace.next(LATE)]).toEqual([18, 9, 4]);
    expect(after(pace, 100, LATE)).toBe(3);
    expect(pace.next(IN_TIME)).toBe(4);
  });

  it('spreads those who find no room over as long as it takes to admit them, a minute at most', () => {
    const pace = new AdmissionPace();
    after(pace, 100, IN_TIME);
    expect([pace.retryAfter(0), pace.retryAfter(0.999)]).toEqual([1, 4]);
    for (let i = 0; i < 60_000; i++) pace.retryAfter(0);
    // 36 every 6 ms.
    expect(pace.retryAfter(0.999)).toBe(10);
    for (let i = 0; i < 600_000; i++) pace.retryAfter(0);
    expect(pace.retryAfter(0.999)).toBe(60);
    after(pace, 20_000, IN_TIME);
    expect(pace.retryAfter(0.999)).toBe(4);
  });
});
