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

describe('who gets a flag that is on', () => {
  it.each([
    ['boolean', ALL, 'everybody gets it'],
    ['boolean', { ...ALL, rollout_percentage: 0 }, 'nobody gets it'],
    ['boolean', { ...rule('true'), rollout_percentage: 25 }, "25 % get it, and whoever's country is NO gets true"],
    ['boolean', { ...rule(null), rollout_percentage: 25 }, "25 % get it, and whoever's country is NO gets it"],
    ['string', ALL, "without a rule everybody gets your code's default"],
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
