import { expect, it } from '@jest/globals';
import { differingFields } from './differing-fields.js';

const ALL = {
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const RULE = { ...ALL, targeting_attribute: 'country', targeting_value: 'NO', targeting_return_value: '7' };

const shown = (...[values, type]: Parameters<typeof differingFields>) =>
  differingFields(values, type).map(({ label, cells }) => [label, ...cells.map(({ text }) => text)]);

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

it('the rule of a boolean flag is one line', () => {
  expect(shown([{ ...RULE, targeting_return_value: 'false' }, ALL], 'boolean')).toEqual([
    ['Rule', 'users whose country is NO get false', 'none'],
  ]);
});

it('of other flags the value comes first, then whom it is for', () => {
  const values = [
    RULE,
    { ...ALL, targeting_return_value: '7', rollout_percentage: 25 },
    { ...RULE, is_enabled: false },
  ];
  expect(shown(values, 'number')).toEqual([
    ['Status', 'on', 'on', 'off'],
    ['Who gets it', 'users whose country is NO', '25% of users', 'users whose country is NO'],
  ]);
  expect(shown([{ ...ALL, targeting_return_value: '' }, ALL], 'string')).toEqual([
    ['Value', '""', 'none'],
    ['Who gets it', 'everyone', 'nobody'],
  ]);
});

it.each([[[25, 50, 75]], [[25, 25, 50, 50]], [[25, 25, 50, 75]]])('of %j none is what most have', (shares) => {
  const [field] = differingFields(
    shares.map((share) => ({ ...ALL, rollout_percentage: share })),
    'boolean',
  );
  expect(field?.cells.some(({ isOdd }) => isOdd)).toBe(false);
});

it('a rollout of a flag that has no value decides nothing, and is no difference', () => {
  expect(differingFields([ALL, { ...ALL, rollout_percentage: 25 }], 'string')).toEqual([]);
});
