import { expect, it } from '@jest/globals';
import { inTurn } from './in-turn.js';

it('runs all, so many at a time, and gives the results in order', async () => {
  let [running, most] = [0, 0];
  const finished: number[] = [];
  const results = await inTurn(
    10,
    3,
    async (index) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return index * 2;
    },
    (done) => finished.push(done),
  );
  expect(results).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18]);
  expect([most, finished.at(-1)]).toEqual([3, 10]);
});

it('begins nothing more after a failure, which it throws', async () => {
  const begun: number[] = [];
  const work = async (index: number) => {
    begun.push(index);
    if (index === 2) throw new Error('refused');
  };
  await expect(inTurn(100, 2, work)).rejects.toThrow('refused');
  expect(begun.length).toBeLessThan(10);
});
