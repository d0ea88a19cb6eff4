import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { ago, exactTime } from './time.js';

const TICK_MILLISECONDS = 15_000;
let now = Date.now();
const listeners = new Set<() => void>();
setInterval(() => {
  now = Date.now();
  for (const listener of listeners) listener();
}, TICK_MILLISECONDS);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A relative time in the user's zone; the exact time on hover and focus. */
export function TimeAgo({ time }: { time: string }) {
  const at = useSyncExternalStore(subscribe, () => now);
  return (
    <Tooltip label={exactTime(time)}>
      <time dateTime={time} tabIndex={0}>
        {ago(time, at)}
      </time>
    </Tooltip>
  );
}
