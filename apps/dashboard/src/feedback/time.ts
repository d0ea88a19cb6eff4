import { texts } from './texts.js';

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago `time` was, seen from `now` (milliseconds): "just now", "5 minutes ago", "yesterday". */
export function ago(time: string, now: number, locale?: string): string {
  const seconds = Math.round((now - Date.parse(time)) / 1000);
  const unit = UNITS.find(([, size]) => Math.abs(seconds) >= size);
  if (!unit) return texts.justNow;
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return words.format(-Math.round(seconds / unit[1]), unit[0]);
}

/** The time to the second, with the user's zone. */
export function exactTime(time: string, locale?: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  });
  return format.format(new Date(time));
}
