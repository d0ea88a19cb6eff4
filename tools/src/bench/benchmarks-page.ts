import { COLUMNS } from './measurement.js';

const opening = (bench: string) => `<!-- bench ${bench} -->`;
const closing = (bench: string) => `<!-- end of bench ${bench} -->`;

interface Place {
  before: string;
  table: string;
  after: string;
}

/** @throws when the page has no place for this bench */
function placeOf(page: string, bench: string): Place {
  const [before, rest] = page.split(opening(bench));
  const [table, after] = (rest ?? '').split(closing(bench));
  if (before === undefined || table === undefined || after === undefined)
    throw new Error(`docs/benchmarks.md has no place for ${bench}: ${opening(bench)} and ${closing(bench)}.`);
  return { before, table, after };
}

/** @returns the benches that a page has places for */
export const benchesOf = (page: string): string[] =>
  [...page.matchAll(/<!-- bench (\S+) -->/g)].map(([, bench = '']) => bench);

/** The ratios of a bench as the page has them, by the name of the measurement, without how far they spread. */
export function ratiosOn(page: string, bench: string): Map<string, string> {
  const rows = placeOf(page, bench)
    .table.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const at = 1 + COLUMNS.indexOf('ratio');
  return new Map(rows.slice(2).map((cells) => [cells[1] ?? '', cells[at]?.split(' ')[0] ?? '']));
}

/** @returns the page with this table, and a line about the run, in the place of the bench */
export function putTable(page: string, bench: string, table: string, about: string): string {
  const { before, after } = placeOf(page, bench);
  return `${before}${opening(bench)}\n\n${table}\n\n${about}\n\n${closing(bench)}${after}`;
}
