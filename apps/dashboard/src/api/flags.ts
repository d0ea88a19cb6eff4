import type {
  CreateFlagRequest,
  FlagDeleted,
  FlagSummary,
  FlagView,
  LatestChange,
  UpdateFlagRequest,
} from '@burgee/contracts/http';
import {
  type QueryClient,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useMutationState,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { isGone } from './api-error.js';
import { call, callAll } from './call.js';
import type { ChangeNote } from './change-note.js';
import { listedFlag } from './listed-flag.js';
import { newerChanges, newerFlag, newerFlags } from './newer.js';
import { projectQuery } from './projects.js';
import { noteRevisions } from './read-revisions.js';
import { type Toggle, toggleKey, withToggles } from './toggles.js';

const PAGE = 1000;

/** The archived flags of a project. */
export const archivedFlagsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'archived-flags'],
    queryFn: ({ signal }) =>
      callAll<FlagSummary>(`/api/projects/${projectId}/flags?fields=summary&archived=true&limit=${PAGE}`, signal),
  });

/**
 * Every flag in use of a project, in the form of a table. The page searches and sorts them, which is instant. It reads
 * them after the revisions of the project, so that the event stream can tell whether they are up to date.
 */
export const flagsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'flags'],
    queryFn: async ({ client, signal }) => {
      const { environments } = await client.ensureQueryData(projectQuery(projectId));
      const path = `/api/projects/${projectId}/flags?fields=summary&limit=${PAGE}`;
      const flags = await callAll<FlagSummary>(path, signal);
      noteRevisions(client, projectId, environments);
      return flags;
    },
    structuralSharing: (held, answer) =>
      replaceEqualDeep(held, newerFlags(held as FlagSummary[] | undefined, answer as FlagSummary[])),
  });

export const flagQuery = (flagId: string) =>
  queryOptions({
    queryKey: ['flags', flagId],
    queryFn: ({ signal }) => call<FlagView>('GET', `/api/flags/${flagId}`, { signal }),
    structuralSharing: (held, answer) =>
      replaceEqualDeep(held, newerFlag(held as FlagView | undefined, answer as FlagView)),
  });

type Latest = Record<string, LatestChange>;

/** The last change of each flag, by the flag's id. */
export const latestChangesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'latest-changes'],
    queryFn: async ({ signal }) => {
      const changes = await callAll<LatestChange>(`/api/projects/${projectId}/audit/latest?limit=${PAGE}`, signal);
      return Object.fromEntries(changes.map((change) => [change.flag_id, change]));
    },
    structuralSharing: (held, answer) =>
      replaceEqualDeep(held, newerChanges(held as Latest | undefined, answer as Latest)),
  });

export const useTogglesUnderWay = (projectId: string) =>
  useMutationState({
    filters: { mutationKey: toggleKey(projectId), status: 'pending' },
    select: ({ state }) => state.variables as Toggle,
  });

/** The flags, with unsaved toggles applied. */
export function useFlags(projectId: string, archived = false): FlagSummary[] {
  const { data } = useSuspenseQuery(archived ? archivedFlagsQuery(projectId) : flagsQuery(projectId));
  const underWay = useTogglesUnderWay(projectId);
  return useMemo(() => withToggles(data, underWay), [data, underWay]);
}

/** A flag, and whether it is deleted. */
export function useFlag(flagId: string) {
  const { data, error } = useSuspenseQuery(flagQuery(flagId));
  return { flag: data, wasDeleted: isGone(error) };
}

const inOrder = (flags: readonly FlagSummary[]) =>
  flags.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));

/** Adds, replaces or removes a flag. A running query may be older and is restarted. */
function setFlags(queries: QueryClient, projectId: string, change: (flags: FlagSummary[]) => FlagSummary[]): void {
  const { queryKey } = flagsQuery(projectId);
  queries.setQueryData(queryKey, (flags) => flags && change(flags));
  if (queries.isFetching({ queryKey })) void queries.invalidateQueries({ queryKey });
}

/** An older service sends no archive. */
export const isArchived = ({ archived_at }: Pick<FlagView, 'archived_at'>) => Boolean(archived_at);

/** Updates a flag wherever it is shown. */
export function keepFlag(queries: QueryClient, flag: FlagView): void {
  queries.setQueryData(flagQuery(flag.id).queryKey, flag);
  void queries.invalidateQueries({ queryKey: archivedFlagsQuery(flag.project_id).queryKey });
  setFlags(queries, flag.project_id, (flags) => {
    const others = flags.filter(({ id }) => id !== flag.id);
    return isArchived(flag) ? others : inOrder([...others, listedFlag(flag)]);
  });
}

/** Removes a flag from the list. Its own page finds out when it is visible. */
export function dropFlag(queries: QueryClient, projectId: string, flagId: string): void {
  setFlags(queries, projectId, (flags) => flags.filter(({ id }) => id !== flagId));
  void queries.invalidateQueries({ queryKey: archivedFlagsQuery(projectId).queryKey });
  void queries.invalidateQueries({ queryKey: flagQuery(flagId).queryKey, refetchType: 'none' });
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

/** Archives or unarchives a flag. */
export function useArchiveFlag({ id }: Pick<FlagView, 'id'>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ archives, note }: { archives: boolean; note?: ChangeNote | undefined }) =>
      call<FlagView>('POST', `/api/flags/${id}/${archives ? 'archive' : 'unarchive'}`, { note }),
    onSuccess: (flag) => keepFlag(queries, flag),
  });
}

export function useDeleteFlag({ id, project_id }: FlagView) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (note?: ChangeNote) => call<FlagDeleted>('DELETE', `/api/flags/${id}`, { note }),
    onSuccess: () => dropFlag(queries, project_id, id),
  });
}
