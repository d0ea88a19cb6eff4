import { dayOf, twoDigits } from '../../feedback/time/recent-days.js';

/** A time as the text of a local time field, to the second. */
export function toLocalTime(instant: string): string {
  const time = new Date(instant);
  return `${dayOf(time)}T${[time.getHours(), time.getMinutes(), time.getSeconds()].map(twoDigits).join(':')}`;
}

/** The same time on another day, or now where that is in the future. */
export function onDay(instant: string, day: string, now: Date): string {
  const [year = 0, month = 1, date] = day.split('-').map(Number);
  const then = new Date(instant);
  then.setFullYear(year, month - 1, date);
  return (then < now ? then : now).toISOString();
}

/** @returns undefined while the text is incomplete */
export function fromLocalTime(local: string): string | undefined {
  const time = Date.parse(local);
  return local === '' || Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
