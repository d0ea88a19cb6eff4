/** Groups items by the user's days and keeps their order. */
export function byDay<T extends { created_at: string }>(entries: readonly T[], locale?: string): [string, T[]][] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
  const days = new Map<string, T[]>();
  for (const entry of entries) {
    const day = format.format(new Date(entry.created_at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
