import type { FlagValueView, FlagView, UpdateFlagValueRequest } from '@burgee/contracts/http';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { asApiError } from './api-error.js';
import { call } from './call.js';
import { flagQuery, flagsQuery, keepFlag } from './flags.js';
import { newerFlag } from './newer.js';
import { noteOwnChange, sinceOf, type Toggle, toggleKey } from './toggles.js';

/** The flag as the page shows it now, from any query. */
export function shownFlag(queries: QueryClient, projectId: string, flagId: string): FlagView | undefined {
  const listed = queries.getQueryData(flagsQuery(projectId).queryKey)?.find(({ id }) => id === flagId);
  const own = queries.getQueryData(flagQuery(flagId).queryKey);
  return own ? newerFlag(listed, own) : listed;
}

export const valueIn = (flag: FlagView | undefined, environmentId: string): FlagValueView | undefined =>
  flag?.environments.find((value) => value.environment_id === environmentId);

function keepValue(queries: QueryClient, projectId: string, value: FlagValueView): void {
  const flag = shownFlag(queries, projectId, value.flag_id);
  if (!flag) return;
  const environments = flag.environments.map((one) => (one.environment_id === value.environment_id ? value : one));
  keepFlag(queries, { ...flag, environments });
}

/** The current row, if the service refused because somebody else changed it first. */
export function currentRow(thrown: unknown): FlagValueView | undefined {
  const error = asApiError(thrown);
  return error.code === 'value_changed' ? (error.problem?.current as FlagValueView | undefined) : undefined;
}

function keepCurrent(queries: QueryClient, projectId: string, error: unknown): void {
  const row = currentRow(error);
  if (row) keepValue(queries, projectId, row);
}

/**
 * Switches a flag: shows the new state at once (`useFlags`), then the service's answer. It never overwrites what
 * somebody else changed meanwhile. Several switches of one value run one after the other.
 */
export function useToggle(projectId: string) {
  const queries = useQueryClient();
  return useCallback(
    (toggle: Toggle) => {
      const mutation = queries.getMutationCache().build<FlagValueView, Error, Toggle, unknown>(queries, {
        mutationKey: toggleKey(projectId),
        // The library's hook has one scope for all.
        scope: { id: `toggle ${toggle.flagId} ${toggle.environmentId}` },
        mutationFn: sendToggle,
        onSuccess: (row) => keepValue(queries, projectId, row),
        onError: (error) => keepCurrent(queries, projectId, error),
      });
      return mutation.execute(toggle);
    },
    [queries, projectId],
  );
}

async function sendToggle(toggle: Toggle): Promise<FlagValueView> {
  const since = sinceOf(toggle);
  const path = `/api/flags/${toggle.flagId}/environments/${toggle.environmentId}/toggle`;
  const body = { is_enabled: toggle.isEnabled };
  const row = await call<FlagValueView>('PATCH', path, { body, ifUnchangedSince: since });
  if (since !== undefined) noteOwnChange(toggle, since, row.updated_at);
  return row;
}

export interface Edit {
  flagId: string;
  environmentId: string;
  patch: UpdateFlagValueRequest;
  /** `updated_at` of the row that was edited. */
  since: string;
}

export function useEditValue(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ patch, since, ...where }: Edit) => {
      const path = `/api/flags/${where.flagId}/environments/${where.environmentId}`;
      const row = await call<FlagValueView>('PATCH', path, { body: patch, ifUnchangedSince: since });
      noteOwnChange(where, since, row.updated_at);
      return row;
    },
    onSuccess: (row) => keepValue(queries, projectId, row),
    onError: (error) => keepCurrent(queries, projectId, error),
  });
}
