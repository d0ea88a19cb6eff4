import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { lanesThatRun } from '../../lanes.mjs';
import { countWords } from './count-words.js';
import { listTestTitles } from './list-test-titles.js';

const PAGE = readFileSync('docs/security.md', 'utf8');
const PAGE_BYTES_AT_MOST = 25_000;
const WORDS_AT_MOST = 20;
/** Sections or requirements, such as 7.2 or 7.2.1, of the chapters V1 to V17; a dash where none fits. */
const ASVS = /^(–|(?:[1-9]|1[0-7])(?:\.\d+){1,2}(?:, (?:[1-9]|1[0-7])(?:\.\d+){1,2})*)$/;

const MAP = readFileSync('e2e/security/requirements.json', 'utf8');
/** By requirement and by file, the titles of tests as they stand there. */
const TESTS = JSON.parse(MAP) as Record<string, Record<string, string[]>>;
/** From the text: an object would swallow one of two that are alike. */
const MAPPED = [...MAP.matchAll(/^ {2}"(.+)": \{/gm)].map(([, id]) => id);

const SENTENCE = /^[A-Z].+\.$/;

type Outcome = { held: string[] } | { open: string } | { not_applicable: string };

const ASVS_TEXT = readFileSync('e2e/security/asvs.json', 'utf8');
const ASVS_ROWS = Object.entries(JSON.parse(ASVS_TEXT) as Record<string, { level: number } & Outcome>);
/** Requirements of ASVS 5.0 by chapter, at levels 1 and 2. */
const ASVS_COUNTS = { 6: [13, 22], 7: [6, 12], 8: [4, 3], 9: [4, 3], 10: [5, 24] };
/** What the page says is not held, as in its column ASVS. */
const DIFFERENCES = [...PAGE.matchAll(/^\| ([\d., ]+) \|(?: [^|]+ \|){3}$/gm)].flatMap(([, ids = '']) =>
  ids.split(', '),
);

const numberOf = (id: string) => Number(id.slice(1));
const inOrder = (ids: string[]) => [...new Set(ids)].toSorted((a, b) => numberOf(a) - numberOf(b));

/** The requirements of each area. */
const AREAS = PAGE.split(/^##/m).map((area) =>
  [...area.matchAll(/^\| (S\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, id = '', text = '', asvs = '']) => ({
    id,
    text,
    asvs,
  })),
);
const REQUIREMENTS = AREAS.flat();

const titles = new Map<string, string[]>();

/** Many requirements name tests of the same file. */
function titlesOf(file: string): string[] {
  const known = titles.get(file) ?? listTestTitles(file);
  titles.set(file, known);
  return known;
}

describe('docs/security.md', () => {
  it('has 25,000 bytes or fewer', () => {
    expect(Buffer.byteLength(PAGE)).toBeLessThanOrEqual(PAGE_BYTES_AT_MOST);
  });

  it('lists each requirement of requirements.json once, in order within its area', () => {
    const ids = REQUIREMENTS.map(({ id }) => id);
    expect(ids.toSorted((a, b) => numberOf(a) - numberOf(b))).toEqual(MAPPED);
    for (const area of AREAS.map((rows) => rows.map(({ id }) => id))) expect(area).toEqual(inOrder(area));
  });

  it.each(REQUIREMENTS)('says $id in 20 words or fewer, and where ASVS has it', ({ text, asvs }) => {
    expect(countWords(text)).toBeLessThanOrEqual(WORDS_AT_MOST);
    expect(asvs).toMatch(ASVS);
  });
});

describe('e2e/security/requirements.json', () => {
  it('has each requirement once, in the order of their numbers', () => {
    expect(MAPPED).toEqual(inOrder(Object.keys(TESTS)));
  });

  it.each(Object.entries(TESTS))('names tests of %s that run', (_id, files) => {
    expect(Object.values(files).flat()).not.toEqual([]);
    for (const [file, named] of Object.entries(files)) {
      expect([file, existsSync(file)]).toEqual([file, true]);
      expect([file, lanesThatRun(file)]).not.toEqual([file, []]);
      expect(named).not.toEqual([]);
      expect(titlesOf(file)).toEqual(expect.arrayContaining(named));
    }
  });
});

describe('e2e/security/asvs.json', () => {
  const ids = ASVS_ROWS.map(([id]) => id);

  it('has each requirement of chapters 6 to 10 at levels 1 and 2 once, in order', () => {
    const inText = [...ASVS_TEXT.matchAll(/^ {2}"(.+)": \{/gm)].map(([, id]) => id);
    expect(inText).toEqual(ids.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })));
    const count = (chapter: string, level: number) =>
      ASVS_ROWS.filter(([id, row]) => id.startsWith(`${chapter}.`) && row.level === level).length;
    const counts = Object.keys(ASVS_COUNTS).map((chapter) => [chapter, [count(chapter, 1), count(chapter, 2)]]);
    expect(Object.fromEntries(counts)).toEqual(ASVS_COUNTS);
    expect(inText).toHaveLength(
      Object.values(ASVS_COUNTS)
        .flat()
        .reduce((sum, part) => sum + part),
    );
  });

  it.each(ASVS_ROWS)('says of %s which requirements hold it, what is missing, or why it does not apply', (_id, row) => {
    const { level: _, ...outcome } = row;
    expect(Object.keys(outcome)).toEqual([expect.stringMatching(/^(held|open|not_applicable)$/)]);
    const values = Object.values(outcome).flat();
    expect(values).not.toEqual([]);
    expect(values.filter((value) => !('held' in row ? MAPPED.includes(value) : SENTENCE.test(value)))).toEqual([]);
  });

  it('has as open what docs/security.md says is not held, of these chapters and levels', () => {
    const open = ASVS_ROWS.flatMap(([id, row]) => ('open' in row ? [id] : []));
    expect(DIFFERENCES.filter((id) => /^([6-9]|10)\./.test(id)).toSorted()).toEqual(open.toSorted());
  });
});
