import { expect, it } from '@jest/globals';
import { sampleOf } from './sample-of.js';

it('has all of few, and of many each with the same chance', () => {
  expect(sampleOf([1, 2, 3], 3)).toEqual([1, 2, 3]);
  const all = Array.from({ length: 50 }, (_, n) => n);
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const times = all.map(() => 0);
  for (let run = 0; run < 2_000; run++) for (const one of sampleOf(all, 10, random)) times[one]!++;
  // 400 of each: five standard deviations are 90.
  for (const count of times) expect(Math.abs(count - 400)).toBeLessThan(90);
});
