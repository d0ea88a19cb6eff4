import { expect, it, jest } from '@jest/globals';
import { yieldWhenDue } from './yield-when-due.js';

it('gives others a turn after 5 ms of work, and none before', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  const pause = yieldWhenDue();
  let others = 0;
  setImmediate(() => others++);
  now.mockReturnValue(4);
  await pause();
  expect(others).toBe(0);
  now.mockReturnValue(5);
  await pause();
  expect(others).toBe(1);
  setImmediate(() => others++);
  now.mockReturnValue(9);
  await pause();
  expect(others).toBe(1);
  now.mockRestore();
});
