import { texts } from '../texts.js';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Creating a formatter costs far more than using it, and a table needs hundreds of times. */
function kept<T>(make: (locale?: string, timeZone?: string) => T) {
  const made = new Map<string, T>();
  return (locale?: string, timeZone?: string): T => {
    const name = `${locale} ${timeZone}`;
    const one = made.get(name) ?? make(locale, timeZone);
    made.set(name, one);
    return one;
  };
}

const relative = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const exact = kept(
  (locale, timeZone) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
      timeZone,
    }),
);

/** How long ago `time` was, seen from `now` (milliseconds): "just now", "5 minutes ago", "yesterday". */
export function ago(time: string, now: number, locale?: string): string {
  const seconds = Math.round((now - Date.parse(time)) / 1000);
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return texts.justNow;
  return relative(locale).format(-Math.round(seconds / unit[1]), unit[0]);
}

const clock = kept((locale, timeZone) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }));

/** The time of day without the date, by the clock of the locale: "14:32", "2:32 PM". */
export const timeOfDay = (time: string, locale?: string, timeZone?: string): string =>
  clock(locale, timeZone).format(new Date(time));

const dated = kept(
  (locale, timeZone) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
);

/** "25 Nov 2026, 14:32". */
export const dayAndTime = (time: string, locale?: string, timeZone?: string): string =>
  dated(locale, timeZone).format(new Date(time));

/** The time to the second, with the user's zone. */
export const exactTime = (time: string, locale?: string, timeZone?: string): string =>
  exact(locale, timeZone).format(new Date(time));
