import { useSyncExternalStore } from 'react';

const SHOWN_MILLISECONDS = 6_000;

/** What another user changed in a flag a moment ago. */
export interface RecentChange {
  who: string;
  environmentId: string | null;
}

let recent: ReadonlyMap<string, RecentChange> = new Map();
const listeners = new Set<() => void>();

function set(changed: ReadonlyMap<string, RecentChange>): void {
  recent = changed;
  for (const listener of listeners) listener();
}

/** Remembers a change for a few seconds, so that the flag lights up where it is shown. */
export function noteRecentChange(flagId: string, change: RecentChange): void {
  set(new Map(recent).set(flagId, change));
  setTimeout(() => {
    if (recent.get(flagId) === change) set(new Map([...recent].filter(([id]) => id !== flagId)));
  }, SHOWN_MILLISECONDS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The changes of the last seconds, by the flag's id. */
export const useRecentChanges = () => useSyncExternalStore(subscribe, () => recent);
