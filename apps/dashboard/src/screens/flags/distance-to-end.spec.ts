import { expect, it } from '@jest/globals';
import { distanceToEnd } from './distance-to-end.js';

it('is what is cut off at the right, and nothing at the end or where all is seen', () => {
  expect(distanceToEnd({ scrollWidth: 1_100, clientWidth: 740, scrollLeft: 0 })).toBe(360);
  expect(distanceToEnd({ scrollWidth: 1_100, clientWidth: 740, scrollLeft: 358.5 })).toBe(0);
  expect(distanceToEnd({ scrollWidth: 740, clientWidth: 740, scrollLeft: 0 })).toBe(0);
});
