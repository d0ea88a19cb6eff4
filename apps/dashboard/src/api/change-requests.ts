import type { ChangeRequestActionRequest, ChangeRequestView, CreateChangeRequestRequest } from '@burgee/contracts/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callAll, callPage } from './call.js';

/** The most flags that one request can change. */
export const FLAGS_REQUESTED_AT_MOST = 50;

const pathOf = (projectId: string) => `/api/projects/${projectId}/change-requests`;

/** All open requests, and the last closed ones. */
export const changeRequestsQuery = (projectId: string, state: 'open' | 'closed') =>
  queryOptions({
    queryKey: ['projects', projectId, 'change-requests', state],
    queryFn: async ({ signal }) =>
      state === 'open'
        ? callAll<ChangeRequestView>(pathOf(projectId), signal)
        : (await callPage<ChangeRequestView>(`${pathOf(projectId)}?state=closed`, signal)).items,
  });

/** Requests approval for changes in one environment. */
export function useCreateChangeRequest(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ environmentId, ...body }: CreateChangeRequestRequest & { environmentId: string }) =>
      call<ChangeRequestView>('POST', `/api/environments/${environmentId}/change-requests`, { body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: changeRequestsQuery(projectId, 'open').queryKey });
    },
  });
}

/** Acts on a request, and then refetches everything that may have changed. */
export function useActOnRequest(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: ChangeRequestActionRequest & { id: string }) =>
      call<ChangeRequestView>('POST', `${pathOf(projectId)}/${id}/actions`, { body }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['projects', projectId] }),
        queries.invalidateQueries({ queryKey: ['flags'] }),
      ]),
  });
}
