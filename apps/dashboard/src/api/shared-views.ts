import type { SharedView, SharedViewRequest, UpdateSharedViewRequest } from '@burgee/contracts/http';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';

const pathOf = (projectId: string) => `/api/projects/${projectId}/views`;

/** The views that a project shares, by name. */
export const sharedViewsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'views'],
    queryFn: ({ signal }) => call<SharedView[]>('GET', pathOf(projectId), { signal }),
  });

/** A failed change may mean that the list is old. */
function useSharedViewChange<Input, Output>(projectId: string, change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: sharedViewsQuery(projectId).queryKey }),
  });
}

export const useCreateSharedView = (projectId: string) =>
  useSharedViewChange(projectId, (body: SharedViewRequest) => call<SharedView>('POST', pathOf(projectId), { body }));

export const useUpdateSharedView = (projectId: string) =>
  useSharedViewChange(projectId, ({ id, ...body }: UpdateSharedViewRequest & { id: string }) =>
    call<SharedView>('PATCH', `${pathOf(projectId)}/${id}`, { body }),
  );

export const useDeleteSharedView = (projectId: string) =>
  useSharedViewChange(projectId, (id: string) => call('DELETE', `${pathOf(projectId)}/${id}`));
