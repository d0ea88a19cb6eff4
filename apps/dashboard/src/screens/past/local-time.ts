import { dayOf, twoDigits } from '../../feedback/recent-days.js';

/** An instant as the field for a local time writes it, to the second. */
export function toLocalTime(instant: string): string {
  const time = new Date(instant);
  return `${dayOf(time)}T${[time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':')}`;
}

/** The same time of another day, or now where that is still to come. */
export function onDay(instant: string, day: string, now: Date): string {
  const [year = 0, month = 1, date] = day.split('-').map(Number);
  const then = new Date(instant);
  then.setFullYear(year, month - 1, date);
  return (then < now ? then : now).toISOString();
}

/** @returns undefined while somebody types it */
export function fromLocalTime(local: string): string | undefined {
  const time = Date.parse(local);
  return local === '' || Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
