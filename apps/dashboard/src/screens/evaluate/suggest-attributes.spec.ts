import { expect, it } from '@jest/globals';
import { suggestAttributes } from './suggest-attributes.js';

const rule = (targeting_attribute: string | null, targeting_value: string | null) => ({
  targeting_attribute,
  targeting_value,
});
const RULES = [
  rule('plan', 'pro'),
  rule('seats', '5'),
  rule('user.country', 'NO'),
  rule('plan', 'pro'),
  rule(null, null),
];
const names = (context: object | undefined) => suggestAttributes(RULES, context as never).map(({ name }) => name);

it('suggests the first value of a list, unless the context has one of them', () => {
  const suggested = (context: object) => suggestAttributes([rule('country', '["NO","SE"]')], context as never);
  expect(suggested({})).toEqual([{ name: 'country', value: 'NO' }]);
  expect(suggested({ country: 'DK' })).toHaveLength(1);
  expect(suggested({ country: 'SE' })).toEqual([]);
  expect(suggestAttributes([rule('country', '[""]')], {})).toEqual([{ name: 'country', value: '' }]);
});

it.each([
  [undefined, ['plan', 'seats', 'user.country']],
  [{ plan: 'free' }, ['plan', 'seats', 'user.country']],
  [{ plan: 'pro' }, ['seats', 'user.country']],
  [{ plan: 'pro', seats: 5, user: { country: 'NO' } }, []],
])('does not suggest what %j already matches', (context, expected) => expect(names(context)).toEqual(expected));
