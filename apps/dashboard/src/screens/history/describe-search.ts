import type { HistorySearch } from './history-search.js';
import { partTexts } from './part-texts.js';
import { texts } from './texts.js';

interface Names {
  flag: string | undefined;
  person: string | undefined;
  environment: string | undefined;
}

/** Noon, so that no time zone moves it to another day. */
const noonOf = (day: string) => new Date(`${day}T12:00:00`);

function describeDays({ from, to }: HistorySearch, locale?: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
  if (from !== undefined && to !== undefined) return [format.formatRange(noonOf(from), noonOf(to))];
  if (from !== undefined) return [partTexts.since(format.format(noonOf(from)))];
  return to === undefined ? [] : [partTexts.upTo(format.format(noonOf(to)))];
}

/** A search in words, filter by filter. */
export function describeSearch(search: HistorySearch, names: Names, locale?: string): string[] {
  const { q, flag, actor, environment, action } = search;
  return [
    ...(q === undefined ? [] : [partTexts.words(q)]),
    ...(action === undefined ? [] : [texts.filtersByAction[action]]),
    ...(flag === undefined ? [] : [names.flag ?? texts.oneFlag]),
    ...(environment === undefined ? [] : [names.environment ?? texts.deletedEnvironment]),
    ...(actor === undefined ? [] : [names.person ?? texts.onePerson]),
    ...describeDays(search, locale),
  ];
}
