import { describe, expect, it } from '@jest/globals';
import { describeAudience, differences, fieldText } from './describe-value.js';

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

describe('the audience of a flag that is on', () => {
  it.each([
    ['boolean', ALL, 'on for everyone'],
    ['boolean', { ...ALL, rollout_percentage: 0 }, 'on for nobody'],
    [
      'boolean',
      { ...rule('true'), rollout_percentage: 25 },
      'on for 25% of users; users whose country is “NO” get true',
    ],
    ['boolean', { ...rule(null), rollout_percentage: 25 }, 'on for 25% of users; users whose country is “NO” get true'],
    ['string', ALL, "on without a value: your code's default applies"],
    ['string', rule(null), "on without a value: your code's default applies"],
    ['json', { ...rule('7'), targeting_value: null }, "on without a value: your code's default applies"],
    ['string', { ...ALL, targeting_return_value: 'blue' }, 'on: everyone gets “blue”'],
    ['string', { ...ALL, targeting_return_value: '' }, 'on: everyone gets “”'],
    ['number', lone(25), "on: 25% of users get 7, all others get your code's default"],
    ['number', lone(0), "on: nobody gets 7, everyone gets your code's default"],
    ['boolean', { ...ALL, targeting_return_value: 'false' }, 'on for everyone'],
    [
      'number',
      { ...rule('7'), rollout_percentage: 25 },
      "on: users whose country is “NO” get 7, all others get your code's default",
    ],
    ['string', rule(''), "on: users whose country is “NO” get “”, all others get your code's default"],
  ] as const)('%s %j', (type, value, expected) => expect(describeAudience(value, type)).toBe(expected));
});

it('shows a text that became empty', () => {
  const before = { ...ALL, is_enabled: true };
  expect(differences(before, { ...before, targeting_value: '' })).toEqual([
    { field: 'Rule value', before: 'none', after: '“”' },
  ]);
});

describe('a value without a rule', () => {
  const before = { ...lone(100), is_enabled: true };

  it('shows when a rule takes the value from other users', () => {
    expect(differences(before, { ...before, ...rule('7') })).toEqual([
      { field: 'Rule attribute', before: 'none', after: '“country”' },
      { field: 'Rule value', before: 'none', after: '“NO”' },
      { field: 'Rule returns', before: 'none', after: '7' },
      { field: 'Value', before: '7', after: 'none' },
    ]);
  });

  it('has a line of its own when it changes', () => {
    expect(differences(before, { ...before, targeting_return_value: '' })).toEqual([
      { field: 'Value', before: '7', after: '“”' },
    ]);
  });
});

describe('a value is never taken for words of the page', () => {
  const textOf = (text: string | null) => fieldText('targeting_value', text);

  it.each([
    ['none', null],
    ['', null],
    ['""', ''],
    ['“”', ''],
    ['‘‘’’', ''],
    ['a" b', 'a” b'],
  ])('%j does not look like %j', (one, other) => expect(textOf(one)).not.toBe(textOf(other)));

  it('a rule value with half a sentence stays in its quotes', () => {
    const half = 'NO” get false; users whose plan is “pro';
    expect(describeAudience({ ...rule('true'), targeting_value: half }, 'boolean')).toBe(
      'on for everyone; users whose country is ' +
        '“NO\u2066U+201D\u2069 get false; users whose plan is \u2066U+201C\u2069pro” get true',
    );
    expect(describeAudience({ ...rule('true'), targeting_attribute: 'plan is pro; whose country' }, 'boolean')).toBe(
      'on for everyone; users whose “plan is pro; whose country” is “NO” get true',
    );
  });

  it.each(['7', '-1.5', 'true'])('%s needs no quotes', (text) => expect(textOf(text)).toBe(text));
});
