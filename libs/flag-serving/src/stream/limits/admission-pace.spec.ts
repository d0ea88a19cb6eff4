import { describe, expect, it } from '@jest/globals';
import { AdmissionPace } from './admission-pace.js';

const [IN_TIME, LATE] = [1, 20];

describe('the pace of admission', () => {
  it('is five at a time, and three when a batch is late', () => {
    const pace = new AdmissionPace();
    expect([IN_TIME, IN_TIME, LATE, IN_TIME].map((late) => pace.next(late))).toEqual([5, 5, 3, 5]);
  });

  it('spreads those who find no room over as long as it takes to admit them, a minute at most', () => {
    const pace = new AdmissionPace();
    pace.next(IN_TIME);
    expect([pace.retryAfter(0), pace.retryAfter(0.999)]).toEqual([1, 4]);
    for (let i = 0; i < 8_000; i++) pace.retryAfter(0);
    // 5 every 6 ms.
    expect(pace.retryAfter(0.999)).toBe(10);
    for (let i = 0; i < 80_000; i++) pace.retryAfter(0);
    expect(pace.retryAfter(0.999)).toBe(60);
    for (let i = 0; i < 20_000; i++) pace.next(IN_TIME);
    expect(pace.retryAfter(0.999)).toBe(4);
  });
});
