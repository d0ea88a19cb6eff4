const local = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** The time zone of the reader. */
export const viewersZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time in the viewer's zone. */
export const localTime = (at: string): string => local.format(new Date(at));
