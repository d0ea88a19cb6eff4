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

it('typed tags are tidy, in their order and each once', () => {
  expect(tidyTags(['web', 'Shop', 'WEB', ' ', 'ios'])).toEqual(['ios', 'shop', 'web']);
});

it('the tags of flags are known once; a service of the release before names none', () => {
  expect(tagsOf([{ tags: ['b', 'a'] }, {}, { tags: ['a'] }])).toEqual(['a', 'b']);
});
