/** Groups items by the user's days and keeps their order. */
export function byDay<T>(items: readonly T[], timeOf: (item: T) => string, locale?: string): [string, T[]][] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
  const days = new Map<string, T[]>();
  for (const item of items) {
    const day = format.format(new Date(timeOf(item)));
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(item);
    else days.set(day, [item]);
  }
  return [...days];
}
