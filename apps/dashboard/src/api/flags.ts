import type { CreateFlagRequest, FlagDeleted, FlagView, LatestChange, UpdateFlagRequest } from '@burgee/contracts';
import { type QueryClient, queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call, callAll } from './call.js';

const PAGE = 1000;

/** Every flag of a project with its values: searching and sorting happen here, where they are instant. */
export const flagsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'flags'],
    queryFn: ({ signal }) => callAll<FlagView>(`/api/projects/${projectId}/flags?limit=${PAGE}`, signal),
  });

export const flagQuery = (flagId: string) =>
  queryOptions({
    queryKey: ['flags', flagId],
    queryFn: ({ signal }) => call<FlagView>('GET', `/api/flags/${flagId}`, { signal }),
  });

/** What happened to each flag last, by the flag's id. */
export const latestChangesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'latest-changes'],
    queryFn: async ({ signal }) => {
      const changes = await call<LatestChange[]>('GET', `/api/projects/${projectId}/audit/latest`, { signal });
      return Object.fromEntries(changes.map((change) => [change.flag_id, change]));
    },
  });

export const useFlags = (projectId: string) => useSuspenseQuery(flagsQuery(projectId)).data;
export const useFlag = (flagId: string) => useSuspenseQuery(flagQuery(flagId)).data;

const inOrder = (flags: readonly FlagView[]) => flags.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));

/** Puts a flag as it is now wherever it is shown. */
export function keepFlag(queries: QueryClient, flag: FlagView): void {
  queries.setQueryData(flagQuery(flag.id).queryKey, flag);
  queries.setQueryData(flagsQuery(flag.project_id).queryKey, (flags) => {
    if (!flags) return undefined;
    if (flags.some(({ id }) => id === flag.id)) return flags.map((one) => (one.id === flag.id ? flag : one));
    return inOrder([...flags, flag]);
  });
}

export function dropFlag(queries: QueryClient, projectId: string, flagId: string): void {
  queries.setQueryData(flagsQuery(projectId).queryKey, (flags) => flags?.filter(({ id }) => id !== flagId));
  void queries.invalidateQueries({ queryKey: flagQuery(flagId).queryKey });
}

export function useCreateFlag(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateFlagRequest) => call<FlagView>('POST', `/api/projects/${projectId}/flags`, { body }),
    onSuccess: (flag) => keepFlag(queries, flag),
  });
}

export function useDescribeFlag(flagId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateFlagRequest) => call<FlagView>('PATCH', `/api/flags/${flagId}`, { body }),
    onSuccess: (flag) => keepFlag(queries, flag),
  });
}

export function useDeleteFlag({ id, project_id }: FlagView) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<FlagDeleted>('DELETE', `/api/flags/${id}`),
    onSuccess: () => dropFlag(queries, project_id, id),
  });
}
