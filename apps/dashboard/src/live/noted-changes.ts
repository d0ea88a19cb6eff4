import type { ProjectChange } from '@burgee/contracts/http';
import { useSyncExternalStore } from 'react';

/** The part of an event that finds the change's entry in the history. */
export type NotedChange = Pick<ProjectChange, 'project_id' | 'request_id' | 'at'>;

const KEPT = 50;
/** After this long the page reports an entry to owners as missing, and no longer as on its way. */
const AWAITED_MILLISECONDS = 300_000;

let noted: readonly NotedChange[] = [];
const listeners = new Set<() => void>();

export function noteChange(change: NotedChange): void {
  noted = [...noted, change].slice(-KEPT);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last changes that the stream announced to this page. */
export const useNotedChanges = () => useSyncExternalStore(subscribe, () => noted);

/** Whether a change of the project has no entry yet: the service writes entries after the change. */
export function isAwaiting(
  changes: readonly NotedChange[],
  projectId: string,
  entries: readonly { request_id: string | null }[],
  now: number,
): boolean {
  const recorded = new Set(entries.map(({ request_id }) => request_id));
  return changes.some(
    ({ project_id, request_id, at }) =>
      project_id === projectId &&
      request_id !== null &&
      now - Date.parse(at) < AWAITED_MILLISECONDS &&
      !recorded.has(request_id),
  );
}
