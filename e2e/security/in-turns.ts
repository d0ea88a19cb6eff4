import type { Line } from './authorization-table.js';

/**
 * Of a list that no route has code of its own for: the first route of each service is tried with all of it, and the others
 * take turns, so that every route is tried, and all of the list is tried many times over.
 * @param count how many of the list each of the others is tried with
 */
export function inTurns<T>(all: readonly T[], line: Line, lines: readonly Line[], count: number): readonly T[] {
  if (lines.find(({ service }) => service === line.service) === line) return all;
  const from = lines.indexOf(line) * count;
  return all.slice(0, count).map((_, index) => all[(from + index) % all.length] as T);
}
