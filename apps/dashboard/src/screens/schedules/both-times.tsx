import { localTime } from './local-time.js';
import { texts } from './texts.js';

const utc = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** A time in the viewer's zone, and in UTC if that differs. */
export function BothTimes({ at }: { at: string }) {
  const isUtc = new Date(at).getTimezoneOffset() === 0;
  return (
    <time dateTime={at}>
      {localTime(at)}
      {!isUtc && (
        <>
          {' '}
          <span data-utc>{`· ${texts.utc(utc.format(new Date(at)))}`}</span>
        </>
      )}
    </time>
  );
}
