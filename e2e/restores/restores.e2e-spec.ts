import { expect, it } from '@jest/globals';
import { restoresUnderChanges } from './restores-under-changes.js';

it('restores under concurrent changes are one commit each, or are refused with both sides', async () => {
  const { done, refused } = await restoresUnderChanges(20_261_125, 2, 5);
  expect([done + refused, done > 0]).toEqual([10, true]);
}, 60_000);
