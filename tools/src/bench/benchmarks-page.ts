import { replacePart } from '../page-part.js';

/** @returns the benches that have a place on the page */
export const benchesOf = (page: string): string[] =>
  [...page.matchAll(/<!-- bench (\S+) -->/g)].map(([, bench = '']) => bench);

/** @returns the page with this table, and a line about the run, in the place of the bench */
export const putTable = (page: string, bench: string, table: string, about: string): string =>
  replacePart(page, [`<!-- bench ${bench} -->`, `<!-- end of bench ${bench} -->`], `${table}\n\n${about}`);
