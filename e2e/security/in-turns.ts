import type { Line } from './authorization-table.js';

/**
 * Distributes test values over routes with shared code: the first route of each service gets all values, and the others
 * take turns, so that every route is tried, and every value many times.
 * @param count the number of values for each of the other routes
 */
export function inTurns<T>(all: readonly T[], line: Line, lines: readonly Line[], count: number): readonly T[] {
  if (lines.find(({ service }) => service === line.service) === line) return all;
  const from = lines.indexOf(line) * count;
  return all.slice(0, count).map((_, index) => all[(from + index) % all.length] as T);
}
