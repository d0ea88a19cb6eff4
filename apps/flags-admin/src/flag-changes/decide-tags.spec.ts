import { TAGS_AT_MOST } from '@burgee/contracts/plain';
import { expect, it } from '@jest/globals';
import { decideTags } from './decide-tags.js';

const flag = (...tags: string[]) => ({ archived_at: null, tags });

it('adds tags in order and once, and removes tags', () => {
  expect(decideTags(flag('b', 'd'), ['c', 'b', 'a'], true)).toEqual(['a', 'b', 'c', 'd']);
  expect(decideTags(flag('a', 'b', 'c'), ['c', 'a', 'x'], false)).toEqual(['b']);
});

it('refuses more tags than a flag may have, without counting present ones twice', () => {
  const full = Array.from({ length: TAGS_AT_MOST }, (_, index) => `t${index}`);
  expect(decideTags(flag(...full), full, true)).toHaveLength(TAGS_AT_MOST);
  expect(() => decideTags(flag(...full), ['more'], true)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

it('leaves the tags of an archived flag alone', () => {
  const archived = { archived_at: new Date(), tags: ['a'] };
  expect(() => decideTags(archived, ['a'], false)).toThrow(expect.objectContaining({ code: 'flag_archived' }));
});
