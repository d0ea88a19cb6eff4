import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROWS = Array.from({ length: 61 }, (_, index) => `F${index + 1}`);

const page = readFileSync('docs/operate/failure-modes.md', 'utf8');

function sources(folder: string, suffix: RegExp): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && suffix.test(entry.name))
    .filter(({ parentPath }) => !/node_modules|dist/.test(parentPath))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/** The numbers at the beginning of the names of tests: `F6: …`, or several, `F9, F26: …`. */
function testedRows(): Set<string> {
  const tests = ['e2e', 'apps', 'libs'].map((folder) => sources(folder, /spec\.ts$/)).join('\n');
  const names = [...tests.matchAll(/\b(?:it|describe)(?:\.each\([^)]*\))?\(\s*['"`]([^'"`]+)/g)].map(
    ([, name]) => name ?? '',
  );
  return new Set(names.flatMap((name) => /^(?:F\d+(?:, | and )?)+/.exec(name)?.[0].match(/F\d+/g) ?? []));
}

const COLUMNS = ['What you see', 'What it means', 'What to check', 'What to do'];

describe('docs/operate/failure-modes.md', () => {
  it('says in every table what you see, what it means, what to check and what to do', () => {
    const heads = [...page.matchAll(/^\| No\. +\|(.+)\|$/gm)].map(([, cells = '']) =>
      cells.split('|').map((cell) => cell.trim()),
    );
    expect(heads.length).toBeGreaterThan(3);
    for (const head of heads) expect(head).toEqual(COLUMNS);
  });

  it('has one row for each fault, with nothing left empty', () => {
    const rows = [...page.matchAll(/^\| (F\d+) +\|(.+)\|$/gm)];
    expect(rows.map(([, number]) => number).toSorted()).toEqual(ROWS.toSorted());
    for (const [, , cells = ''] of rows) {
      const texts = cells.split(/(?<!\\)\|/).map((cell) => cell.trim());
      expect(texts).toHaveLength(4);
      for (const text of texts) expect(text.length).toBeGreaterThan(4);
    }
  });

  it('every row is proven by a test of its number', () => {
    const tested = testedRows();
    expect(ROWS.filter((row) => !tested.has(row))).toEqual([]);
  });

  it('every metric it names exists', () => {
    const code = sources('apps', /\.ts$/) + sources('libs', /\.ts$/);
    const names = new Set([...page.matchAll(/\bburgee_(\w+)/g)].map(([, name]) => name ?? ''));
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => !code.includes(`'burgee_${name}'`))).toEqual([]);
  });

  it('every setting it names exists', () => {
    const settings = readFileSync('docs/reference/configuration.md', 'utf8');
    const names = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name]) => name ?? '');
    expect(names.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
  });
});
