import { TAGS_AT_MOST } from '@burgee/contracts/plain';
import { expect, it } from '@jest/globals';
import { decideTags } from './decide-tags.js';

const flag = (...tags: string[]) => ({ archived_at: null, tags });

it('tags are added in their order and each once, and taken away', () => {
  expect(decideTags(flag('b', 'd'), ['c', 'b', 'a'], true)).toEqual(['a', 'b', 'c', 'd']);
  expect(decideTags(flag('a', 'b', 'c'), ['c', 'a', 'x'], false)).toEqual(['b']);
});

it('a flag gets no more than it may have; what it has already does not count twice', () => {
  const full = Array.from({ length: TAGS_AT_MOST }, (_, index) => `t${index}`);
  expect(decideTags(flag(...full), full, true)).toHaveLength(TAGS_AT_MOST);
  expect(() => decideTags(flag(...full), ['more'], true)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

it('an archived flag keeps the tags it has', () => {
  const archived = { archived_at: new Date(), tags: ['a'] };
  expect(() => decideTags(archived, ['a'], false)).toThrow(expect.objectContaining({ code: 'flag_archived' }));
});
