import { expect, it } from '@jest/globals';
import { sparkPath } from './spark-path.js';

it('draws a bar for each count: the highest fills the height, and a count of one is visible', () => {
  expect(sparkPath([0, 4, 2])).toBe('M1 8v-8h0.8v8zM2 8v-4h0.8v4z');
  expect(sparkPath([1, 0, 1_000_000])).toBe('M0 8v-1h0.8v1zM2 8v-8h0.8v8z');
  expect([sparkPath([0, 0]), sparkPath([])]).toEqual([undefined, undefined]);
});
