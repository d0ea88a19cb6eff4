import { expect, it } from '@jest/globals';
import { restoresUnderChanges } from '../restores-under-changes.js';

it('100 restores under concurrent changes are one commit each, or are refused with both sides', async () => {
  const seed = Date.now() % 1_000_000;
  const { done, refused } = await restoresUnderChanges(seed, 10, 10);
  expect([done + refused, done > 0, refused > 0]).toEqual([100, true, true]);
}, 600_000);
