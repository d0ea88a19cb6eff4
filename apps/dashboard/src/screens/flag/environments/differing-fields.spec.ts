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

it('shows nothing for equal values', () => {
  expect(differingFields([ALL, { ...ALL }, { ...ALL }], 'boolean')).toEqual([]);
  expect(differingFields([ALL], 'boolean')).toEqual([]);
});

it('shows a differing field for all, and marks values unlike the majority', () => {
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

it('shows where equal values are not served yet', () => {
  const off = { ...ALL, is_enabled: false };
  expect(shown([off, { ...off, served: false }], 'boolean')).toEqual([['Served', 'now', 'not yet']]);
});

it('shows the rule of a boolean flag on one line', () => {
  expect(shown([{ ...RULE, targeting_return_value: 'false' }, ALL], 'boolean')).toEqual([
    ['Rule', 'users whose country is “NO” get false', 'none'],
  ]);
});

it('shows the value of other flags first, then the audience', () => {
  const values = [
    RULE,
    { ...ALL, targeting_return_value: '7', rollout_percentage: 25 },
    { ...RULE, is_enabled: false },
  ];
  expect(shown(values, 'number')).toEqual([
    ['Status', 'on', 'on', 'off'],
    ['Who gets it', 'users whose country is “NO”', '25% of users', 'users whose country is “NO”'],
  ]);
  expect(shown([{ ...ALL, targeting_return_value: '' }, ALL], 'string')).toEqual([
    ['Value', '“”', 'none'],
    ['Who gets it', 'everyone', 'nobody'],
  ]);
});

it.each([[[25, 50, 75]], [[25, 25, 50, 50]], [[25, 25, 50, 75]]])('finds no majority in %j', (shares) => {
  const [field] = differingFields(
    shares.map((share) => ({ ...ALL, rollout_percentage: share })),
    'boolean',
  );
  expect(field?.cells.some(({ isOdd }) => isOdd)).toBe(false);
});

it('ignores the rollout of a flag without a value', () => {
  expect(differingFields([ALL, { ...ALL, rollout_percentage: 25 }], 'string')).toEqual([]);
});
