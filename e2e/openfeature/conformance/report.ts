import type { Row } from '../gherkin.js';

/** @returns the reason why a row does not run; undefined when it does */
type WhyNot = (row: Row) => string | undefined;

const nameOf = ({ place, scenario }: Row): string => `${place.replace(/:.*/, '')} | ${scenario}`;

/** One line of a Markdown table for each scenario: its file, its title, how many of its rows run, and why the others do not. */
export function reportLines(rows: readonly Row[], whyNot: WhyNot): string[] {
  return [...new Set(rows.map(nameOf))].map((name) => {
    const all = rows.filter((row) => nameOf(row) === name);
    const reasons = all.map(whyNot).filter((why) => why !== undefined);
    const why = reasons.length > 0 ? ` ${[...new Set(reasons)].join(' ')}` : '';
    return `| ${name} | ${all.length - reasons.length} of ${all.length} |${why} |`;
  });
}

/** How many rows run, of the total. */
export const reportTotal = (rows: readonly Row[], whyNot: WhyNot): string =>
  `${rows.filter((row) => whyNot(row) === undefined).length} of ${rows.length} rows`;
