import type { ChangeRequestView } from '@burgee/contracts/http';
import { queryOptions } from '@tanstack/react-query';
import { callAll, callPage } from './call.js';

export const requestsPath = (projectId: string) => `/api/projects/${projectId}/change-requests`;

/** All open requests, and the last closed ones. */
export const changeRequestsQuery = (projectId: string, state: 'open' | 'closed') =>
  queryOptions({
    queryKey: ['projects', projectId, 'change-requests', state],
    queryFn: async ({ signal }) =>
      state === 'open'
        ? callAll<ChangeRequestView>(requestsPath(projectId), signal)
        : (await callPage<ChangeRequestView>(`${requestsPath(projectId)}?state=closed`, signal)).items,
  });
