import { expect, it } from '@jest/globals';
import { refusals } from './refusals.js';

it('a clean checkout of the tag of its version is released', () => {
  expect(refusals({ version: '1.2.3', tags: ['latest', 'v1.2.3'], changes: [] })).toEqual([]);
});

it('changes that are not committed are refused', () => {
  const ofFiles = (...names: string[]) =>
    refusals({ version: '1.2.3', tags: ['v1.2.3'], changes: names.map((name) => ` M ${name}`) });
  expect(ofFiles('README.md')).toEqual(['1 not committed: README.md']);
  expect(ofFiles('a', 'b', 'c', 'd')).toEqual(['4 not committed: a, b, c …']);
});

it('a version that npm would not take as the latest is refused', () => {
  expect(refusals({ version: '1.2.3-rc.1', tags: ['v1.2.3-rc.1'], changes: [] })).toEqual([
    'the version 1.2.3-rc.1 is not three numbers, and npm takes others only under tags of their own',
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
