import type {
  AddEnvironmentRequest,
  EnvironmentStreamsView,
  EnvironmentView,
  UpdateEnvironmentRequest,
} from '@burgee/contracts/http';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { projectsQuery } from './projects.js';

const STREAMS_EVERY_MILLISECONDS = 2_000;

const pathOf = (projectId: string, environmentId?: string) =>
  `/api/projects/${projectId}/environments${environmentId === undefined ? '' : `/${environmentId}`}`;

const streamsQuery = (projectId: string, environmentId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'environments', environmentId, 'streams'],
    queryFn: ({ signal }) =>
      call<EnvironmentStreamsView>('GET', `${pathOf(projectId, environmentId)}/streams`, { signal }),
    refetchInterval: STREAMS_EVERY_MILLISECONDS,
    staleTime: 0,
  });

/** The open streams; polled while the page is visible. */
export const useStreams = (projectId: string, environmentId: string) =>
  useQuery(streamsQuery(projectId, environmentId));

/** Changes an environment, and then refetches its project and all flags. */
export function useEnvironmentChange<Input, Output>(projectId: string, change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['projects', projectId] }),
        queries.invalidateQueries({ queryKey: ['flags'] }),
        queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true }),
      ]),
  });
}

export const useCreateEnvironment = (projectId: string) =>
  useEnvironmentChange(projectId, (body: AddEnvironmentRequest) =>
    call<EnvironmentView>('POST', pathOf(projectId), { body }),
  );

export const useUpdateEnvironment = (projectId: string) =>
  useEnvironmentChange(projectId, ({ id, ...body }: UpdateEnvironmentRequest & { id: string }) =>
    call<EnvironmentView>('PATCH', pathOf(projectId, id), { body }),
  );

export const useDeleteEnvironment = (projectId: string) =>
  useEnvironmentChange(projectId, (id: string) => call('DELETE', pathOf(projectId, id)));
