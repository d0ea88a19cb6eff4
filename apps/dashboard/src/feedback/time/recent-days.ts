const DAYS = 7;

export interface RecentDay {
  /** In the user's zone: "2026-11-24". */
  day: string;
  /** "Today", "Yesterday", "Tuesday, 24 Nov". */
  label: string;
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The day of a time in the user's zone. */
export const dayOf = (time: Date): string =>
  `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`;

function daysBefore(now: Date, days: number): Date {
  const then = new Date(now);
  then.setDate(then.getDate() - days);
  return then;
}

/** The last seven days with their names, today first. */
export function recentDays(now: Date, locale?: string): RecentDay[] {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const named = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'short' });
  return Array.from({ length: DAYS }, (_, days) => {
    const then = daysBefore(now, days);
    const label = days < 2 ? relative.format(-days, 'day') : named.format(then);
    return { day: dayOf(then), label: label.charAt(0).toLocaleUpperCase(locale) + label.slice(1) };
  });
}
