import type {
  ChangedFlagValue,
  ChangeFlagsRequest,
  FlagsChanged,
  FlagValueChange,
  FlagValueSummary,
} from '@burgee/contracts/http';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import type { ChangeNote } from './change-note.js';
import { flagsQuery } from './flags.js';

/** The most flags that one call can change. */
export const FLAGS_CHANGED_AT_MOST = 200;

/** Refetches everything that shows flags, because many of them may have changed. */
export function refetchFlags(queries: QueryClient, projectId: string): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['projects', projectId, 'differences'] }),
    queries.invalidateQueries({ queryKey: ['projects', projectId, 'archived-flags'] }),
    queries.invalidateQueries({ queryKey: ['flags'] }),
    queries.invalidateQueries({ queryKey: flagsQuery(projectId).queryKey }),
  ]);
}

export interface ValueChange {
  flagId: string;
  patch: FlagValueChange['patch'];
  /** `updated_at` of the value that the user saw. */
  since: string;
}

interface ValueChanges {
  environmentId: string;
  changes: readonly ValueChange[];
  note?: ChangeNote | undefined;
}

/** Changes the values of many flags in one environment: all or none. */
export function useChangeValues(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ environmentId, changes, note }: ValueChanges) =>
      call<ChangedFlagValue[]>('POST', `/api/environments/${environmentId}/changes`, {
        note,
        body: {
          changes: changes.map(({ flagId, patch, since }) => ({ flag_id: flagId, patch, if_match: `"${since}"` })),
        },
      }),
    onSuccess: (values, { environmentId }) => {
      keepValues(queries, projectId, environmentId, values);
      return refetchFlags(queries, projectId);
    },
    // The page's values may be old.
    onError: () => refetchFlags(queries, projectId),
  });
}

function keepValues(
  queries: QueryClient,
  projectId: string,
  environmentId: string,
  values: readonly ChangedFlagValue[],
): void {
  const byFlag = new Map(values.map((value) => [value.flag_id, value]));
  const merge = (row: FlagValueSummary, value: ChangedFlagValue): FlagValueSummary => {
    if (row.environment_id !== environmentId) return row;
    const { is_enabled, rollout_percentage, updated_at } = value;
    // A change serves the flag, and gives the value another time.
    const { served, ...known } = row;
    const isAsBefore = served === false && row.updated_at === updated_at;
    return { ...known, is_enabled, rollout_percentage, updated_at, ...(isAsBefore && { served }) };
  };
  queries.setQueryData(flagsQuery(projectId).queryKey, (flags) =>
    flags?.map((flag) => {
      const value = byFlag.get(flag.id);
      return value ? { ...flag, environments: flag.environments.map((row) => merge(row, value)) } : flag;
    }),
  );
}

/** Archives, unarchives, tags or untags many flags: all or none. */
export function useChangeFlags(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ note, ...body }: ChangeFlagsRequest & { note?: ChangeNote | undefined }) =>
      call<FlagsChanged>('POST', `/api/projects/${projectId}/flags/changes`, { body, note }),
    onSettled: () => refetchFlags(queries, projectId),
  });
}
