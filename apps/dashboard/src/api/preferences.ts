import type { PreferencesView, UpdatePreferencesRequest } from '@burgee/contracts/http';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';

const NOTHING: PreferencesView = { favorite_ids: [], views: [] };
const pathOf = (projectId: string) => `/api/projects/${projectId}/preferences`;

const preferencesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'preferences'],
    queryFn: ({ signal }) => call<PreferencesView>('GET', pathOf(projectId), { signal }),
  });

/** The user's favorites and saved views in a project; none while they load. */
export const usePreferences = (projectId: string) => useQuery(preferencesQuery(projectId)).data ?? NOTHING;

/**
 * Changes preferences, shows the change at once, and reverts it on failure. It sends one change after the other,
 * because each replaces a list.
 */
export function useUpdatePreferences(projectId: string) {
  const queries = useQueryClient();
  const { queryKey } = preferencesQuery(projectId);
  return useMutation({
    scope: { id: `preferences ${projectId}` },
    mutationFn: (body: UpdatePreferencesRequest) => call<PreferencesView>('PATCH', pathOf(projectId), { body }),
    onMutate: async (body) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, { ...(before ?? NOTHING), ...body });
      return { before };
    },
    onError: (_error, _body, context) => queries.setQueryData(queryKey, context?.before),
  });
}
