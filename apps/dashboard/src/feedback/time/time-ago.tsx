import { Hint } from '../hint.js';
import { ago, exactTime } from './time.js';
import { useNow } from './use-now.js';

/** A relative time in the user's zone; the exact time on hover and focus. */
export function TimeAgo({ time }: { time: string }) {
  return (
    <Hint label={exactTime(time)}>
      <time dateTime={time} tabIndex={0}>
        {ago(time, useNow())}
      </time>
    </Hint>
  );
}
