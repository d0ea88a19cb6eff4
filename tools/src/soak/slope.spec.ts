import { describe, expect, it } from '@jest/globals';
import { slope } from './slope.js';

describe('slope', () => {
  it('is that of a line through points', () => {
    expect(
      slope([
        [0, 1],
        [1, 3],
        [2, 5],
      ]),
    ).toBe(2);
  });

  it('of one point is none', () => {
    expect(slope([[1, 7]])).toBe(0);
  });
});
