import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const FOLDER = 'docs/adr';
const PAGES = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .toSorted();
const INDEX = readFileSync(`${FOLDER}/README.md`, 'utf8');

const HEAD = /^# (\d{4}) (.+)\n\n- Date: (\d{4}-\d{2}-\d{2})\n- Status: (.+)\n/;
const SECTIONS = ['Context', 'Decision', 'Consequences', 'What would reverse it'];
/** Results of a measurement belong to docs/benchmarks.md. Limits and settings, such as 300 ms, may stay. */
const MEASUREMENT = /\bp(50|95|99)\b|requests\/s|\bkB\b|of a bare server|times (as|faster|slower)/;

function readPage(name: string) {
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8');
  const [, number = '', title = '', date = '', status = ''] = HEAD.exec(text) ?? [];
  return { text, number, title, date, status };
}

describe('docs/adr', () => {
  it('is numbered from 0001 without holes', () => {
    expect(PAGES.map((name) => name.slice(0, 4))).toEqual(PAGES.map((_, index) => String(index + 1).padStart(4, '0')));
  });

  it.each(PAGES)('%s has its number, a date and a status', (name) => {
    const { number, date, status } = readPage(name);
    expect(name.slice(0, 4)).toBe(number);
    expect(new Date(date).toISOString()).toContain(date);
    const [, successor] = /^superseded by \[(\d{4})\]/.exec(status) ?? [];
    expect(status === 'accepted' || PAGES.some((page) => page.startsWith(`${successor}-`))).toBe(true);
  });

  it.each(PAGES)('%s has all four sections, under 250 words and no measurement', (name) => {
    const { text } = readPage(name);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual(SECTIONS);
    expect(text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThan(250);
    expect(text).not.toMatch(MEASUREMENT);
  });

  it('has an index with every page, its date, status and title', () => {
    const rows = [...INDEX.matchAll(/^\| \[(\d{4})\]\((\S+)\) +\| (\S+) +\| (.+?) +\| (.+?) +\|$/gm)];
    expect(rows.map(([, , name, date, status, title]) => ({ name, date, status, title }))).toEqual(
      PAGES.map((name) => {
        const { date, status, title } = readPage(name);
        return { name, date, status, title };
      }),
    );
  });
});
