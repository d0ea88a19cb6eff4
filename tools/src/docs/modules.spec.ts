import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const PAGE = readFileSync('docs/contribute/modules.md', 'utf8');
const ROWS = [...PAGE.matchAll(/^\| `([\w/-]+)` +\| (.+?) +\|(?: (.+?) +\|)?$/gm)].map(
  ([, folder = '', , imports = '']) => ({ folder, imports: imports.replaceAll(/\(.*?\)|nothing/g, '') }),
);

const foldersOf = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

describe('docs/contribute/modules.md', () => {
  it('names every app and every library, and no others', () => {
    const named = ROWS.map(({ folder }) => folder).filter((folder) => !folder.includes('/src/'));
    expect(named.toSorted()).toEqual(['apps', 'libs'].flatMap(foldersOf).toSorted());
  });

  it('names every folder of flag-serving, and no others', () => {
    const named = ROWS.map(({ folder }) => folder).filter((folder) => folder.includes('/src/'));
    expect(named.toSorted()).toEqual(foldersOf('libs/flag-serving/src').toSorted());
  });

  it.each(ROWS.filter(({ folder }) => existsSync(`${folder}/package.json`)))(
    'says what $folder may import, as its package.json does',
    ({ folder, imports }) => {
      const { dependencies, devDependencies, peerDependencies } = JSON.parse(
        readFileSync(`${folder}/package.json`, 'utf8'),
      );
      const ours = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
        .filter((name) => name.startsWith('@burgee/'))
        .map((name) => name.slice('@burgee/'.length));
      expect(imports.match(/[\w-]+/g) ?? []).toEqual(ours.toSorted());
    },
  );
});
