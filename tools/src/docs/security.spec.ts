import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { lanesThatRun } from '../../lanes.mjs';
import { listTestTitles } from './list-test-titles.js';

const PAGE = readFileSync('docs/security.md', 'utf8');

interface Row {
  id: string;
  state: string;
  tests: { file: string; title: string }[];
}

const ROWS: Row[] = [...PAGE.matchAll(/^\| (S\d+) +\| (.*?[^\\]) \| (.*?[^\\]) \| (.*) \|$/gm)].map(
  ([, id = '', , state = '', held = '']) => ({
    id,
    state: state.trim(),
    tests: [...held.matchAll(/`([^`]+)` `([^`]+)`/g)].map(([, file = '', title = '']) => ({
      file,
      title: title.replaceAll('\\|', '|'),
    })),
  }),
);

/** What no test holds yet. A row leaves this list when it gets its test. */
const WITHOUT_A_TEST: string[] = [];

const titles = new Map<string, string[]>();

/** Many rows name tests of the same file. */
function titlesOf(file: string): string[] {
  const known = titles.get(file) ?? listTestTitles(file);
  titles.set(file, known);
  return known;
}

describe('docs/security.md', () => {
  it('has each requirement once, in the order of their numbers, of which some were given up', () => {
    const numbers = ROWS.map(({ id }) => Number(id.slice(1)));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect(numbers.at(-1)).toBe(142);
  });

  it('names a test in every row', () => {
    expect(ROWS.filter(({ tests }) => tests.length === 0).map(({ id }) => id)).toEqual(WITHOUT_A_TEST);
  });

  it.each(ROWS)('says of $id that it holds, or what is open', ({ state, tests }) => {
    expect(state).toMatch(/^(holds|holds, but open: .+|open(: .+)?)$/);
    expect(tests.length > 0 || state.startsWith('open')).toBe(true);
  });

  it.each(ROWS.filter(({ tests }) => tests.length > 0))('names tests for $id that run', ({ tests }) => {
    for (const { file, title } of tests) {
      expect([file, existsSync(file)]).toEqual([file, true]);
      expect(lanesThatRun(file)).not.toEqual([]);
      expect(titlesOf(file)).toContain(title);
    }
  });
});
