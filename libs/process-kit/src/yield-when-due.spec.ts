import { expect, it, jest } from '@jest/globals';
import { yieldWhenDue } from './yield-when-due.js';

it('S130 rests after 2 ms of work for as long, and not before', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const rests: number[] = [];
  const pause = yieldWhenDue(async (ms) => rests.push(ms));
  now.mockReturnValue(1);
  expect(pause()).toBeUndefined();
  now.mockReturnValue(2);
  await pause();
  expect(rests).toEqual([2]);
  now.mockReturnValue(3);
  expect(pause()).toBeUndefined();
  now.mockReturnValue(4);
  await pause();
  expect(rests).toEqual([2, 2]);
  now.mockRestore();
});
