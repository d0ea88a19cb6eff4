import { describe, expect, it } from '@jest/globals';
import { tagsOf, tidyTag, tidyTags } from './tidy-tags.js';

describe('a typed tag', () => {
  it.each([
    ['Payments', 'payments'],
    ['  Team Shop ', 'team-shop'],
    ['team:shop/web', 'team:shop/web'],
    ['--new!', 'new'],
    ['é', ''],
    ['a'.repeat(60), 'a'.repeat(50)],
  ])('%s becomes %s', (typed, tag) => expect(tidyTag(typed)).toBe(tag));
});

it('keeps the order of typed tags, without duplicates', () => {
  expect(tidyTags(['web', 'Shop', 'WEB', ' ', 'ios'])).toEqual(['ios', 'shop', 'web']);
});

it('lists each tag of the flags once, and none from an older service', () => {
  expect(tagsOf([{ tags: ['b', 'a'] }, {}, { tags: ['a'] }])).toEqual(['a', 'b']);
});
