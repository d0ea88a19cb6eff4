import { expect, it } from '@jest/globals';
import { differingFields } from './differing-fields.js';

const ALL = {
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};

it('of equal values nothing is shown', () => {
  expect(differingFields([ALL, { ...ALL }, { ...ALL }], 'boolean')).toEqual([]);
  expect(differingFields([ALL], 'boolean')).toEqual([]);
});

it('a field that differs is shown for all, and marked where most have something else', () => {
  expect(differingFields([ALL, { ...ALL, rollout_percentage: 25 }, ALL], 'boolean')).toEqual([
    {
      label: 'Rollout',
      cells: [
        { text: '100%', isOdd: false },
        { text: '25%', isOdd: true },
        { text: '100%', isOdd: false },
      ],
    },
  ]);
});

it('what a rule returns and a value without one are two lines', () => {
  const rule = { ...ALL, targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: '7' };
  const fields = differingFields([rule, { ...ALL, targeting_return_value: '7' }], 'number');
  expect(fields.map(({ label }) => label)).toEqual([
    'Rollout',
    'Rule: attribute',
    'Rule: value',
    'Rule: returns',
    'Value without a rule',
  ]);
});

it('where all are different, none is marked', () => {
  const [field] = differingFields(
    [25, 50, 75].map((share) => ({ ...ALL, rollout_percentage: share })),
    'boolean',
  );
  expect(field?.cells.map(({ isOdd }) => isOdd)).toEqual([false, false, false]);
});

it('a rollout of a flag that has no value decides nothing, and is no difference', () => {
  expect(differingFields([ALL, { ...ALL, rollout_percentage: 25 }], 'string')).toEqual([]);
});
