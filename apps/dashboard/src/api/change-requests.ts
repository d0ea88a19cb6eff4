import type { ChangeRequestActionRequest, ChangeRequestView, CreateChangeRequestRequest } from '@burgee/contracts/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callAll, callPage } from './call.js';

/** How many flags a request changes at most. */
export const FLAGS_REQUESTED_AT_MOST = 50;

const pathOf = (projectId: string) => `/api/projects/${projectId}/change-requests`;

/** All that are open; of the others, the last ones. */
export const changeRequestsQuery = (projectId: string, state: 'open' | 'closed') =>
  queryOptions({
    queryKey: ['projects', projectId, 'change-requests', state],
    queryFn: async ({ signal }) =>
      state === 'open'
        ? callAll<ChangeRequestView>(pathOf(projectId), signal)
        : (await callPage<ChangeRequestView>(`${pathOf(projectId)}?state=closed`, signal)).items,
  });

/** Asks others to approve changes in one environment. */
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

/** Does something with a request, and then reads again what that may have changed. */
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
