import { texts } from './texts.js';

const local = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});
const utc = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** The zone of whoever looks. */
export const viewersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time in the viewer's zone. */
export const localTime = (at: string): string => local.format(new Date(at));

/** A time in the viewer's zone, and in UTC where that is another one. */
export function BothTimes({ at }: { at: string }) {
  const isUtc = new Date(at).getTimezoneOffset() === 0;
  return (
    <time dateTime={at}>
      {localTime(at)}
      {!isUtc && <span data-utc>{` · ${texts.utc(utc.format(new Date(at)))}`}</span>}
    </time>
  );
}
