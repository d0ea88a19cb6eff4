import { describe, expect, it } from '@jest/globals';
import { describeAudience, differences, fieldText, wantedText } from './describe-value.js';

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

describe('a rule with several values', () => {
  const listed = (...values: string[]) => JSON.stringify(values);
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);

  it.each([
    ['["NO"]', '“NO”'],
    [' [ "NO", "\\u0053E" ]', '“NO” or “SE”'],
    ['["1","true",""]', '1, true, or “”'],
    ['["NO ","N\\u200bO"]', '“NO\u2066U+0020\u2069” or “N\u2066U+200B\u2069O”'],
    ['["a” or “b"]', '“a\u2066U+201D\u2069 or \u2066U+201C\u2069b”'],
    ['[]', '“[]” (compared as one text)'],
    ['["NO",1]', '“["NO",1]” (compared as one text)'],
    ["['NO']", "“['NO']” (compared as one text)"],
    ['\ufeff["NO"]', '“\u2066U+FEFF\u2069["NO"]” (compared as one text)'],
    ['NO', '“NO”'],
  ])('%j reads %s', (text, shown) => expect(wantedText(text)).toBe(shown));

  it('is a sentence, which counts the values of a long list', () => {
    const audience = (values: string[], most?: number) =>
      describeAudience({ ...rule('true'), rollout_percentage: 0, targeting_value: listed(...values) }, 'boolean', most);
    expect(audience(['NO', 'SE'])).toBe('on for nobody; users whose country is “NO” or “SE” get true');
    expect(audience(numbered(12))).toContain('“v8”, “v9”, or 2 more values get true');
    expect(audience(numbered(12), Infinity)).toContain('“v10”, or “v11” get true');
  });

  it('changes value by value', () => {
    const before = { ...rule('true'), is_enabled: true };
    const change = (from: string, to: string) =>
      differences({ ...before, targeting_value: from }, { ...before, targeting_value: to }).map((one) => [
        one.before,
        one.after,
      ]);
    const long = numbered(100);
    expect(change('NO', listed('NO', 'SE'))).toEqual([['“NO”', '“NO” or “SE”']]);
    expect(change(listed(...long, 'NO'), listed('SE', ...long))).toEqual([
      ['“NO” (100 others stay)', '“SE” (100 others stay)'],
    ]);
    expect(change(listed(...long), listed(...long, 'SE', 'DK'))).toEqual([
      ['100 values', '“SE” or “DK” (100 others stay)'],
    ]);
    expect(change('NO', listed('NO'))).toEqual([['“NO”', '“["NO"]”']]);
    expect(change(listed('NO', 'SE'), '["NO", "SE"]')).toEqual([['“["NO","SE"]”', '“["NO", "SE"]”']]);
  });
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
