import type { FlagValueView, FlagView, UpdateFlagValueRequest } from '@burgee/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { asApiError } from './api-error.js';
import { call } from './call.js';
import { flagQuery, flagsQuery, keepFlag } from './flags.js';

/** The flag as the page shows it now, from wherever it was read. */
export function shownFlag(queries: QueryClient, projectId: string, flagId: string): FlagView | undefined {
  const listed = queries.getQueryData(flagsQuery(projectId).queryKey)?.find(({ id }) => id === flagId);
  const own = queries.getQueryData(flagQuery(flagId).queryKey);
  if (!own || !listed) return own ?? listed;
  return newest(own) > newest(listed) ? own : listed;
}

const newest = (flag: FlagView) =>
  flag.environments
    .map(({ updated_at }) => updated_at)
    .toSorted()
    .at(-1) ?? '';

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

export interface Toggle {
  flagId: string;
  environmentId: string;
  isEnabled: boolean;
}

/**
 * Switches a flag: shown at once, confirmed by the service behind it, put back when it refuses. What somebody else did
 * meanwhile is never overwritten unseen. Several switches of one project follow one another.
 */
export function useToggle(projectId: string) {
  const queries = useQueryClient();
  const rowOf = ({ flagId, environmentId }: Toggle) => valueIn(shownFlag(queries, projectId, flagId), environmentId);
  return useMutation({
    scope: { id: `toggle ${projectId}` },
    mutationFn: (toggle: Toggle) =>
      call<FlagValueView>('PATCH', `/api/flags/${toggle.flagId}/environments/${toggle.environmentId}/toggle`, {
        body: { is_enabled: toggle.isEnabled },
        ifUnchangedSince: rowOf(toggle)?.updated_at,
      }),
    onSuccess: (row) => keepValue(queries, projectId, row),
    onError: (error, toggle) => {
      const row = rowOf(toggle);
      const truth = currentRow(error) ?? (row && { ...row, is_enabled: !toggle.isEnabled });
      if (truth) keepValue(queries, projectId, truth);
    },
  });
}

/** Shows a switch as it is about to be. */
export function showToggled(queries: QueryClient, projectId: string, toggle: Toggle): void {
  const row = valueIn(shownFlag(queries, projectId, toggle.flagId), toggle.environmentId);
  if (row) keepValue(queries, projectId, { ...row, is_enabled: toggle.isEnabled });
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
    mutationFn: ({ flagId, environmentId, patch, since }: Edit) =>
      call<FlagValueView>('PATCH', `/api/flags/${flagId}/environments/${environmentId}`, {
        body: patch,
        ifUnchangedSince: since,
      }),
    onSuccess: (row) => keepValue(queries, projectId, row),
    onError: (error) => {
      const row = currentRow(error);
      if (row) keepValue(queries, projectId, row);
    },
  });
}
