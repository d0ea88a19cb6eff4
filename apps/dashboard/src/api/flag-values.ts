import type { FlagValueView, FlagView, UpdateFlagValueRequest } from '@burgee/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { asApiError } from './api-error.js';
import { call } from './call.js';
import { flagQuery, flagsQuery, keepFlag } from './flags.js';
import { newerFlag } from './newer.js';
import { noteOwnChange, sinceOf, type Toggle, toggleKey } from './toggles.js';

/** The flag as the page shows it now, from wherever it was read. */
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

/** The row as it is by the service, when it refused because somebody was faster. */
export function currentRow(thrown: unknown): FlagValueView | undefined {
  const error = asApiError(thrown);
  return error.code === 'value_changed' ? (error.problem?.current as FlagValueView | undefined) : undefined;
}

function keepCurrent(queries: QueryClient, projectId: string, error: unknown): void {
  const row = currentRow(error);
  if (row) keepValue(queries, projectId, row);
}

/**
 * Switches a flag: shown while it is under way (`useFlags`), and what the service says then. What somebody else did
 * meanwhile is never overwritten unseen. Several switches of one value follow one another.
 */
export function useToggle(projectId: string) {
  const queries = useQueryClient();
  return useCallback(
    (toggle: Toggle) => {
      const mutation = queries.getMutationCache().build<FlagValueView, Error, Toggle, unknown>(queries, {
        mutationKey: toggleKey(projectId),
        // The hook of the library has one for all.
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
  /** `updated_at` of the row the edit was made from. */
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
