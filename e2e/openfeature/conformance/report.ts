import type { Row } from '../gherkin.js';

/** @returns the reason why a row does not run; undefined when it does */
type WhyNot = (row: Row) => string | undefined;

/** Each reason once. */
export const listReasons = (rows: readonly Row[], whyNot: WhyNot): string[] => [
  ...new Set(rows.map(whyNot).filter((why) => why !== undefined)),
];

/** How many rows run, of the total. */
export const reportTotal = (rows: readonly Row[], whyNot: WhyNot): string =>
  `${rows.filter((row) => whyNot(row) === undefined).length} of ${rows.length} rows`;
