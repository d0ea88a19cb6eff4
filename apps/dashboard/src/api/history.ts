import type { Explained, FlagSetAt, Restored, RestoreRequest } from '@burgee/contracts/http';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { refetchFlags } from './restore-flag.js';

/** The flag set of an environment as it was. @param at an instant in ISO 8601 */
export const flagSetAtQuery = (environmentId: string, at: string) =>
  queryOptions({
    queryKey: ['environments', environmentId, 'history', at],
    queryFn: ({ signal }) =>
      call<FlagSetAt>('GET', `/api/environments/${environmentId}/history?${new URLSearchParams({ at })}`, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

interface HistoryQuery {
  environmentId: string;
  at: string;
  context: Record<string, unknown>;
}

/** Past evaluations. A mutation, so that no cache stores the context, which is about a person. */
export const useExplain = () =>
  useMutation({
    mutationFn: ({ environmentId, ...body }: HistoryQuery) =>
      call<Explained>('POST', `/api/environments/${environmentId}/explain`, { body }),
    gcTime: 0,
  });

/** Tries to restore an environment, or restores it exactly as tried. */
export function useRestoreEnvironment(projectId: string, environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RestoreRequest) =>
      call<Restored>('POST', `/api/environments/${environmentId}/restore`, { body, triesOnly: body.dry_run }),
    onSuccess: ({ dry_run }) => (dry_run ? undefined : refetchFlags(queries, projectId)),
  });
}
