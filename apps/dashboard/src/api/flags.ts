import type { FlagView } from '@burgee/contracts';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { callAll } from './call.js';

const PAGE = 1000;

/** Every flag of a project with its values: searching and sorting happen here, where they are instant. */
export const flagsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'flags'],
    queryFn: ({ signal }) => callAll<FlagView>(`/api/projects/${projectId}/flags?limit=${PAGE}`, signal),
  });

export const useFlags = (projectId: string) => useSuspenseQuery(flagsQuery(projectId)).data;
