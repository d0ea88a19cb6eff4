import type { FlagView, ProjectChange } from '@burgee/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asApiError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { dropFlag, keepFlag, latestChangesQuery } from '../api/flags.js';
import { meQuery } from '../api/session.js';
import { showNews } from '../feedback/toasts.js';
import type { FeedState } from './feed-state.js';
import { isOwnRequest } from './own-requests.js';
import { followProject } from './project-feed.js';
import { sayChange } from './say-change.js';

const readAnew = (queries: QueryClient, projectId: string) => {
  void queries.invalidateQueries({ queryKey: ['projects', projectId] });
  void queries.invalidateQueries({ queryKey: ['flags'] });
};

/** Shows one flag as it is now; the others need not be read again. */
async function refreshFlag(queries: QueryClient, projectId: string, flagId: string): Promise<void> {
  try {
    keepFlag(queries, await call<FlagView>('GET', `/api/flags/${flagId}`));
  } catch (error) {
    if (asApiError(error).status === 404) dropFlag(queries, projectId, flagId);
    else readAnew(queries, projectId);
  }
}

function noteLatest(queries: QueryClient, change: ProjectChange): void {
  const { flag_id } = change;
  if (flag_id === null) return;
  queries.setQueryData(latestChangesQuery(change.project_id).queryKey, (latest) =>
    latest ? { ...latest, [flag_id]: { ...change, flag_id, created_at: change.at } } : undefined,
  );
}

function apply(queries: QueryClient, change: ProjectChange): void {
  const own = isOwnRequest(change.request_id);
  noteLatest(queries, change);
  void queries.invalidateQueries({ queryKey: ['projects', change.project_id, 'audit'] });
  if (change.flag_id !== null) {
    void queries.invalidateQueries({ queryKey: ['flags', change.flag_id, 'audit'] });
    if (!own) void refreshFlag(queries, change.project_id, change.flag_id);
  } else if (!own) readAnew(queries, change.project_id);
  if (own) return;
  const isMe = queries.getQueryData(meQuery.queryKey)?.id === change.user_id;
  showNews(isMe ? 'You, elsewhere' : change.user_name, sayChange(change));
}

/** Keeps everything shown of a project as it is, and says who changed it. @returns how the connection is */
export function useLiveProject(projectId: string): FeedState {
  const queries = useQueryClient();
  const [state, setState] = useState<FeedState>('connecting');
  useEffect(() => {
    return followProject(projectId, {
      onState: setState,
      // Also at first: something may have changed between the reading and the listening.
      onReady: () => readAnew(queries, projectId),
      onChange: (change) => apply(queries, change),
      onUnknownChange: () => readAnew(queries, projectId),
      onRefused: () => void queries.invalidateQueries({ queryKey: meQuery.queryKey }),
    });
  }, [projectId, queries]);
  return state;
}
