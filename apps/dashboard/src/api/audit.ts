import type { AuditEntryView } from '@burgee/contracts/http';
import type { AuditAction, AuditActionFilter } from '@burgee/contracts/wire';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { callPage } from './call.js';
import { useKeptError } from './use-kept-error.js';

/** A filter of a project's entries; times are ISO 8601, `to` is excluded. */
export interface AuditFilter {
  flag?: string;
  actor?: string;
  environment?: string;
  action?: AuditActionFilter;
  from?: string;
  to?: string;
  /** Words of the entry. */
  text?: string | undefined;
}

const PAGE = 50;

function pathOf(projectId: string, filter: AuditFilter, limit: number): string {
  const given = Object.entries({ ...filter, limit: String(limit) }).filter(([, value]) => value !== undefined);
  return `/api/projects/${projectId}/audit?${new URLSearchParams(Object.fromEntries(given))}`;
}

export const auditQuery = (projectId: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['projects', projectId, 'audit', filter],
    queryFn: ({ pageParam, signal }) => callPage<AuditEntryView>(pageParam, signal),
    initialPageParam: pathOf(projectId, filter, PAGE),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

const AWAITING_MILLISECONDS = 1_500;

/**
 * The team's entries, newest first, page after page. They are read again and again while one is on its way.
 * @param isAwaiting whether an entry is on its way, given the entries loaded so far
 */
export const useAudit = (
  projectId: string,
  filter: AuditFilter,
  isAwaiting: (entries: readonly AuditEntryView[]) => boolean,
) =>
  useKeptError(
    useInfiniteQuery({
      ...auditQuery(projectId, filter),
      refetchInterval: ({ state }) =>
        state.data && isAwaiting(state.data.pages.flatMap(({ items }) => items)) ? AWAITING_MILLISECONDS : false,
    }),
  );

const TELLS_VALUES = new Set<AuditAction>(['flag_toggle', 'flag_update']);

/** The newest entry of a flag's value in each environment, by the environment's id, within the newest entries. */
export const latestValuesQuery = (projectId: string, flagId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'audit', 'latest-values', flagId],
    queryFn: async ({ signal }): Promise<Partial<Record<string, AuditEntryView>>> => {
      const { items } = await callPage<AuditEntryView>(pathOf(projectId, { flag: flagId }, PAGE), signal);
      const oldestFirst = items.filter(({ action }) => TELLS_VALUES.has(action)).toReversed();
      return Object.fromEntries(oldestFirst.map((entry) => [entry.environment_id, entry]));
    },
  });

/** Refetches visible history after a change. */
export const refreshAudit = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey: [scope, , part] }) => scope === 'projects' && part === 'audit' });
