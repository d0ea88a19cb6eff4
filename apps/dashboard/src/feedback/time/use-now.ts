import { useSyncExternalStore } from 'react';

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

/** The time in milliseconds, often enough for "5 minutes ago". */
export const useNow = () => useSyncExternalStore(subscribe, () => now);
