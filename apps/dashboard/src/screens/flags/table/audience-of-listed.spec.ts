import type { FlagValueSummary } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { audienceOfListed } from './audience-of-listed.js';

it.each([
  ['boolean', 100, false, false, 'on for everyone'],
  ['boolean', 25, true, true, 'on for 25% of users; its rule applies to some'],
  ['string', 25, false, true, 'on; 25% of users get its value'],
  ['json', 100, false, true, 'on; everyone gets its value'],
  ['number', 25, true, true, "on for users who match its rule, all others get your code's default"],
  ['string', 25, false, false, "on without a value: your code's default applies"],
] as const)(
  'a %s flag at %s%%, with a rule: %s, with a value: %s',
  (type, rollout_percentage, has_rule, has_value, expected) => {
    const value = { rollout_percentage, has_rule, has_value } as FlagValueSummary;
    expect(audienceOfListed({ type }, value)).toBe(expected);
  },
);

it.each([
  ['string', 100, 'blue', 'on: everyone gets “blue”'],
  ['string', 100, '', 'on: everyone gets “”'],
  ['number', 25, '7', "on: 25% of users get 7, all others get your code's default"],
] as const)('names the value of a %s flag at %s%%: %j', (type, rollout_percentage, unconditional_value, expected) => {
  const value = { rollout_percentage, has_rule: false, has_value: true, unconditional_value } as FlagValueSummary;
  expect(audienceOfListed({ type }, value)).toBe(expected);
});
