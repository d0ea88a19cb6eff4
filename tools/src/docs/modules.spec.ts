import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const PAGE = readFileSync('docs/contribute/modules.md', 'utf8');
const FOLDERS = [...PAGE.matchAll(/^\| `([\w/-]+)` +\| .+ +\|$/gm)].map(([, folder = '']) => folder);

const foldersOf = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

describe('docs/contribute/modules.md', () => {
  it('names every app and every library, and no others', () => {
    const named = FOLDERS.filter((folder) => !folder.includes('/src/'));
    expect(named.toSorted()).toEqual(['apps', 'libs'].flatMap(foldersOf).toSorted());
  });

  it('names every folder of flag-serving, and no others', () => {
    const named = FOLDERS.filter((folder) => folder.includes('/src/'));
    expect(named.toSorted()).toEqual(foldersOf('libs/flag-serving/src').toSorted());
  });
});
