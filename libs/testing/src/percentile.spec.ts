import { describe, expect, it } from '@jest/globals';
import { percentile } from './percentile.js';

describe('percentile', () => {
  it('is the value below which that share of the others lie', () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([51, 100, 100]);
  });

  it('of nothing is no number, which is below no limit', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});
