import { describe, expect, it } from '@jest/globals';
import { describeAudience, differences } from './describe-value.js';

const ALL = {
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
};
const rule = (targeting_return_value: string | null) => ({
  ...ALL,
  targeting_attribute: 'country',
  targeting_value: 'NO',
  targeting_return_value,
});

const lone = (rollout_percentage: number) => ({ ...ALL, rollout_percentage, targeting_return_value: '7' });

describe('who gets a flag that is on', () => {
  it.each([
    ['boolean', ALL, 'everybody gets it'],
    ['boolean', { ...ALL, rollout_percentage: 0 }, 'nobody gets it'],
    ['boolean', { ...rule('true'), rollout_percentage: 25 }, "25 % get it, and whoever's country is NO gets true"],
    ['boolean', { ...rule(null), rollout_percentage: 25 }, "25 % get it, and whoever's country is NO gets it"],
    ['string', ALL, "it has no value, so everybody gets your code's default"],
    ['string', rule(null), "it has no value, so everybody gets your code's default"],
    ['json', { ...rule('7'), targeting_value: null }, "it has no value, so everybody gets your code's default"],
    ['string', { ...ALL, targeting_return_value: 'blue' }, 'everybody gets blue'],
    ['string', { ...ALL, targeting_return_value: '' }, 'everybody gets ""'],
    ['number', lone(25), "25 % get 7, everybody else your code's default"],
    ['number', lone(0), "nobody gets 7, everybody else your code's default"],
    ['boolean', { ...ALL, targeting_return_value: 'false' }, 'everybody gets it'],
    [
      'number',
      { ...rule('7'), rollout_percentage: 25 },
      "whoever's country is NO gets 7, everybody else your code's default",
    ],
    ['string', rule(''), `whoever's country is NO gets "", everybody else your code's default`],
  ] as const)('%s %j', (type, value, expected) => expect(describeAudience(value, type)).toBe(expected));
});

it('a text that became empty is seen', () => {
  const before = { ...ALL, is_enabled: true };
  expect(differences(before, { ...before, targeting_value: '' })).toEqual([
    { field: 'Rule: is', before: 'none', after: '""' },
  ]);
});

describe('a value without a rule', () => {
  const before = { ...lone(100), is_enabled: true };

  it('is taken from everybody by a rule, which is seen', () => {
    expect(differences(before, { ...before, ...rule('7') })).toEqual([
      { field: 'Rule: attribute', before: 'none', after: 'country' },
      { field: 'Rule: is', before: 'none', after: 'NO' },
      { field: 'Rule: gets', before: 'none', after: '7' },
      { field: 'Value without a rule', before: '7', after: 'none' },
    ]);
  });

  it('is a line of its own when it changes', () => {
    expect(differences(before, { ...before, targeting_return_value: '' })).toEqual([
      { field: 'Value without a rule', before: '7', after: '""' },
    ]);
  });
});
