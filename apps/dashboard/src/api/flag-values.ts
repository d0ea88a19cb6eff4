import type { FlagValueView, UpdateFlagValueRequest } from '@burgee/contracts/http';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { asApiError } from './api-error.js';
import { call } from './call.js';
import type { ChangeNote } from './change-note.js';
import { flagQuery, flagsQuery } from './flags.js';
import { flagWith, listedFlagWith } from './listed-flag.js';
import { noteOwnChange, sinceOf, type Toggle, toggleKey } from './toggles.js';

/** Updates a value wherever it is shown. */
function keepValue(queries: QueryClient, projectId: string, value: FlagValueView): void {
  queries.setQueryData(flagQuery(value.flag_id).queryKey, (flag) => flag && flagWith(flag, value));
  queries.setQueryData(flagsQuery(projectId).queryKey, (flags) =>
    flags?.map((flag) => (flag.id === value.flag_id ? listedFlagWith(flag, value) : flag)),
  );
}

/** The current row, if the service refused because another user changed it first. */
export function currentRow(thrown: unknown): FlagValueView | undefined {
  const error = asApiError(thrown);
  return error.code === 'value_changed' ? (error.problem?.current as FlagValueView | undefined) : undefined;
}

function keepCurrent(queries: QueryClient, projectId: string, error: unknown): void {
  const row = currentRow(error);
  if (row) keepValue(queries, projectId, row);
}

/**
 * Switches a flag: shows the new state at once (`useFlags`), then the service's answer. It never overwrites a change
 * that another user has made since. Several switches of one value run one after the other.
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

export interface Revert extends Edit {
  /** The audit entry of the value. */
  entryId: string;
  to: 'before' | 'after';
  note?: ChangeNote | undefined;
}

/** Restores an earlier value; with an edit where the entry is older than the service's copies of values. */
export function useRevertValue(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ entryId, to, patch, since, note, ...where }: Revert) => {
      const path = `/api/flags/${where.flagId}/environments/${where.environmentId}`;
      const body = { entry_id: entryId, to, if_match: `"${since}"` };
      const requested = { environmentId: where.environmentId, changes: [{ flag_id: where.flagId, patch }] };
      const row = await call<FlagValueView>('POST', `${path}/revert`, { body, requested, note }).catch(
        (error: unknown) => {
          if (asApiError(error).code !== 'history_gone') throw error;
          return call<FlagValueView>('PATCH', path, { body: patch, ifUnchangedSince: since, note });
        },
      );
      noteOwnChange(where, since, row.updated_at);
      return row;
    },
    onSuccess: (row) => keepValue(queries, projectId, row),
    onError: (error) => keepCurrent(queries, projectId, error),
  });
}
