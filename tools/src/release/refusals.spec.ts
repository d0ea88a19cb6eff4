import { expect, it } from '@jest/globals';
import { refusals } from './refusals.js';

it('a clean checkout of the tag of its version is released', () => {
  expect(refusals({ version: '1.2.3', tags: ['latest', 'v1.2.3'], changes: [] })).toEqual([]);
});

it('changes that are not committed are refused', () => {
  expect(refusals({ version: '1.2.3', tags: ['v1.2.3'], changes: [' M README.md'] })).toEqual([
    '1 files are changed and not committed: README.md …',
  ]);
});

it.each(['v1.2.2', '1.2.3', 'main'])('the tag %s does not ask for version 1.2.3', (tag) => {
  expect(refusals({ version: '1.2.3', tags: ['v1.2.3', tag], tag, changes: [] })).toEqual([
    `the tag ${tag} is not v1.2.3, the version of package.json`,
  ]);
});

it.each([[[]], [['v1.2.2']], [['1.2.3']]])('a commit with the tags %j is not version 1.2.3', (tags: string[]) => {
  expect(refusals({ version: '1.2.3', tags, changes: [] })).toEqual([
    'the commit has no tag v1.2.3, the version of package.json',
  ]);
});
