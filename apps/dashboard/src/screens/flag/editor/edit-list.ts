import { parseList } from '@burgee/evaluation';

/** The list with more values. Each is in it once. */
export const withValues = (text: string, more: readonly string[]): string =>
  JSON.stringify([...new Set([...(parseList(text) ?? []), ...more])]);

/** The list without the value at this place. */
export function withoutValue(text: string, place: number): string {
  return JSON.stringify((parseList(text) ?? []).toSpliced(place, 1));
}

/** More than a list can have, so that the page says so, and few enough for it to show. */
const PASTED_AT_MOST = 1_000;

/**
 * The values in pasted text: the cells of a spreadsheet, or a JSON list. Blanks around a value stay, as they count.
 * @returns undefined for text of one line, which is edited like any other
 */
export function pastedValues(text: string): readonly string[] | undefined {
  const listed = parseList(text);
  if (listed) return listed.slice(0, PASTED_AT_MOST);
  const cells = text.split(/[\t\r\n]+/).filter((cell) => cell !== '');
  return /[\t\r\n]/.test(text) ? cells.slice(0, PASTED_AT_MOST) : undefined;
}
