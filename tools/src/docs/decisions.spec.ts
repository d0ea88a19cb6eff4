import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { countWords } from './count-words.js';

const FOLDER = 'docs/adr';
const PAGES = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .toSorted();
const README = readFileSync(`${FOLDER}/README.md`, 'utf8');

const PAGES_AT_MOST = 35;
const WORDS_BELOW = 300;
const HEAD = /^# (\d{4}) (.+)\n\n- Date: (\d{4}-\d{2}-\d{2})\n\n/;
const SECTIONS = ['Context', 'Decision', 'Consequences', 'What would reverse it'];
const INDEX_ROW = /^\| \[(\d{4})\]\((\S+)\) \| (.+?) \|$/gm;
/** One or more numbers without a page, and the page that took them over or why there is none. */
const MERGED_ROW = /^\| (\d{4}(?:, \d{4})*) \| (?:\[\d{4}\]\((\S+)\)|dropped: (.+?)) \|$/gm;

function readPage(name: string) {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const [, number = '', title = '', date = ''] = HEAD.exec(text) ?? [];
  return { text, number, title, date };
}

const numberOf = (name: string) => name.slice(0, 4);
const merged = [...README.matchAll(MERGED_ROW)].map(([, numbers = '', page, reason]) => ({
  numbers: numbers.split(', '),
  page,
  reason,
}));

describe('docs/adr', () => {
  it(`has up to ${PAGES_AT_MOST} pages`, () => {
    expect(PAGES.length).toBeLessThanOrEqual(PAGES_AT_MOST);
  });

  it('has each number from 0001 to the highest once, as a page or in the table of numbers without one', () => {
    const numbers = [...PAGES.map(numberOf), ...merged.flatMap((row) => row.numbers)].toSorted();
    const highest = Number(numberOf(PAGES.at(-1) ?? ''));
    expect(numbers).toEqual(Array.from({ length: highest }, (_, index) => String(index + 1).padStart(4, '0')));
  });

  it('merges numbers into pages that exist, or says why a number was dropped', () => {
    expect(merged.filter(({ page, reason }) => (page ? !PAGES.includes(page) : !reason))).toEqual([]);
  });

  it.each(PAGES)('%s has its number and a date', (name) => {
    const { number, date } = readPage(name);
    expect(numberOf(name)).toBe(number);
    expect(new Date(date).toISOString()).toContain(date);
  });

  it.each(PAGES)(`%s has all four sections and under ${WORDS_BELOW} words`, (name) => {
    const { text } = readPage(name);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(SECTIONS);
    expect(countWords(text)).toBeLessThan(WORDS_BELOW);
  });

  it('has an index with every page and its title, in ascending order', () => {
    const rows = [...README.matchAll(INDEX_ROW)];
    expect(rows.map(([, number, name, title]) => ({ number, name, title }))).toEqual(
      PAGES.map((name) => {
        const { number, title } = readPage(name);
        return { number, name, title };
      }),
    );
  });
});
