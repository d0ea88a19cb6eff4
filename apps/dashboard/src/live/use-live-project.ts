import type { ProjectChange } from '@burgee/contracts';
import { isCancelledError, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isGone } from '../api/api-error.js';
import { dropFlag, flagQuery, keepFlag, latestChangesQuery } from '../api/flags.js';
import { projectQuery } from '../api/projects.js';
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

/**
 * Shows one flag as it is now; the others need not be read again. A reading under way may be of before, and is given up;
 * the very first one is not, as a page that opens waits for it.
 */
async function refreshFlag(queries: QueryClient, projectId: string, flagId: string): Promise<void> {
  const { queryKey } = flagQuery(flagId);
  const read = () => queries.fetchQuery({ ...flagQuery(flagId), staleTime: 0 });
  try {
    if (queries.getQueryData(queryKey)) await queries.cancelQueries({ queryKey });
    else if (queries.isFetching({ queryKey })) await read();
    keepFlag(queries, await read());
  } catch (error) {
    if (isCancelledError(error)) return;
    if (isGone(error)) dropFlag(queries, projectId, flagId);
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
  if (own) return;
  if (change.flag_id !== null) void refreshFlag(queries, change.project_id, change.flag_id);
  else readAnew(queries, change.project_id);
  const isMe = queries.getQueryData(meQuery.queryKey)?.id === change.user_id;
  showNews({ who: isMe ? 'You, elsewhere' : change.user_name, what: sayChange(change) });
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
      onRefused: () => {
        for (const { queryKey } of [meQuery, projectQuery(projectId)])
          void queries.invalidateQueries({ queryKey, exact: true });
      },
    });
  }, [projectId, queries]);
  return state;
}
