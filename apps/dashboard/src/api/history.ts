import type { Explained, FlagSetAt, Restored, RestoreRequest } from '@burgee/contracts/http';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { asApiError } from './api-error.js';
import { call } from './call.js';
import type { ChangeNote } from './change-note.js';
import { planRestore, type RestorePlan } from './plan-restore.js';
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

/** The plan of a restored environment; of its own it has the flags that only the whole restore brings back. */
export const planOf = ({ changes, newer, tag }: Restored): RestorePlan => ({
  changes,
  newer,
  tag,
  gone: changes.filter(({ action }) => action !== 'change').map(({ key }) => key),
});

/** The dry run of a restore. It is read once, so that nothing changes while the user is about to confirm. */
export const restorePlanQuery = (environmentId: string, at: string) =>
  queryOptions({
    queryKey: ['environments', environmentId, 'restore', at],
    queryFn: async (): Promise<RestorePlan> => {
      const path = `/api/environments/${environmentId}`;
      try {
        const body: RestoreRequest = { at, dry_run: true };
        return planOf(await call<Restored>('POST', `${path}/restore`, { body, triesOnly: true }));
      } catch (error) {
        if (asApiError(error).code !== 'approval_required') throw error;
        const then = await call<FlagSetAt>('GET', `${path}/history?${new URLSearchParams({ at })}`);
        const now = await call<FlagSetAt>('GET', `${path}/history`);
        return planRestore(then.flags, now.flags);
      }
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Restores an environment exactly as tried. */
export function useRestoreEnvironment(projectId: string, environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ note, ...body }: RestoreRequest & { note?: ChangeNote | undefined }) =>
      call<Restored>('POST', `/api/environments/${environmentId}/restore`, { body, note }),
    onSuccess: () => refetchFlags(queries, projectId),
  });
}
