import type { ChangeRequestActionRequest, ChangeRequestView, CreateChangeRequestRequest } from '@burgee/contracts/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { changeRequestsQuery, requestsPath } from './change-requests.js';
import { refetchNotices } from './notices.js';

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
      // Without asking approvers for a comment: that of a plan is its author's.
      call<ChangeRequestView>('POST', `${requestsPath(projectId)}/${id}/actions`, {
        body,
        ...(body.action === 'approve' && { note: {} }),
      }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['projects', projectId] }),
        queries.invalidateQueries({ queryKey: ['flags'] }),
        // The inbox is outside the project, whose events it does not get.
        refetchNotices(queries),
      ]),
  });
}
