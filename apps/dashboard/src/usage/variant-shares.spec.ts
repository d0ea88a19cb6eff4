import { expect, it } from '@jest/globals';
import { texts } from './texts.js';
import { countOf, variantShares } from './variant-shares.js';

it('gives each returned variant its share of all, and omits the others', () => {
  const variants = { on: 30, off: 60, targeted: 0, error: 10 };
  expect(countOf(variants)).toBe(100);
  expect(variantShares(variants)).toEqual([
    { variant: 'on', count: 30, percent: 30 },
    { variant: 'off', count: 60, percent: 60 },
    { variant: 'error', count: 10, percent: 10 },
  ]);
  expect(variantShares({ on: 0, off: 0, targeted: 0, error: 0 })).toEqual([]);
});

it.each([
  [30.4, '30%'],
  [0.2, 'less than 1%'],
  [99.9, 'more than 99%'],
  [100, '100%'],
])('shows a share of %d as %s: never as nothing, nor as all', (percent, said) =>
  expect(texts.share(percent)).toBe(said),
);
