import { describe, expect, it } from '@jest/globals';
import { firstDrop, rampPath, rampPoints, suggestShares } from './ramp-points.js';

const VALUE = {
  is_enabled: false,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const step = (at: string, patch: object, outcome: 'changed' | 'skipped' | null = null) => ({ at, patch, outcome });

describe('the chart of a rollout', () => {
  it('shows the percentage after each step, and 0 for a flag that is off', () => {
    const steps = [
      step('a', { rollout_percentage: 5 }),
      step('b', { is_enabled: true }),
      step('c', { rollout_percentage: 50 }),
    ];
    expect(rampPoints(VALUE, steps).map(({ share }) => share)).toEqual([0, 5, 50]);
  });

  it('shows finished steps as they ran, without skipped steps', () => {
    const value = { ...VALUE, is_enabled: true, rollout_percentage: 25 };
    const steps = [
      step('a', { is_enabled: true, rollout_percentage: 5 }, 'changed'),
      step('b', { rollout_percentage: 10 }, 'skipped'),
      step('c', { rollout_percentage: 25 }, 'changed'),
      step('d', { rollout_percentage: 100 }),
    ];
    expect(rampPoints(value, steps)).toEqual([
      { at: 'a', share: 5 },
      { at: 'c', share: 25 },
      { at: 'd', share: 100 },
    ]);
  });

  it('is a line of steps from left to right, higher for more', () => {
    const points = [
      { at: '2027-01-01T00:00:00Z', share: 50 },
      { at: '2027-01-02T00:00:00Z', share: 100 },
    ];
    expect(rampPath(points, 0, 124, 100)).toBe('M0,100H12V50H112V0H124');
  });
});

it.each([
  [{ is_enabled: true, rollout_percentage: 100 }, 5, { now: 100, first: 5 }],
  [{ is_enabled: true, rollout_percentage: 5 }, 5, undefined],
  [{ is_enabled: true, rollout_percentage: 0 }, 5, undefined],
  [{ is_enabled: false, rollout_percentage: 100 }, 5, undefined],
])('a rollout of %j that begins at %i% takes the flag from: %j', (now, share, expected) =>
  expect(firstDrop({ ...VALUE, ...now }, [{ patch: { is_enabled: true, rollout_percentage: share } }])).toEqual(
    expected,
  ),
);

it.each([
  ['of a new flag', undefined, '5, 25, 50, 100'],
  ['of a flag that is off', { is_enabled: false }, '5, 25, 50, 100'],
  ['above the present one', { is_enabled: true, rollout_percentage: 25 }, '50, 100'],
  ['of a flag that every user gets', { is_enabled: true, rollout_percentage: 100 }, '5, 25, 50, 100'],
])('a rollout suggests the percentages %s', (_which, now, shares) => {
  expect(suggestShares(now && { ...VALUE, ...now }, 'boolean')).toBe(shares);
});
