import type { EnvironmentUsage, FlagEnvironmentUsage, FlagUsageSummary } from '@burgee/contracts/http';
import { queryOptions } from '@tanstack/react-query';
import { asApiError } from './api-error.js';
import { call } from './call.js';

/** Applications report no more than once a minute. */
const EVERY_MILLISECONDS = 30_000;

/** Usage may be down or not deployed. After an error only the user retries. */
const patience = {
  retry: (failures: number, error: Error) => asApiError(error).passing && failures < 1,
  refetchInterval: ({ state }: { state: { data?: unknown } }) => (state.data ? EVERY_MILLISECONDS : (false as const)),
};

/** How a flag is used in each environment of its project. */
export const flagUsageQuery = (flagId: string, days: number) =>
  queryOptions({
    queryKey: ['usage', 'flags', flagId, days],
    queryFn: ({ signal }) => call<FlagEnvironmentUsage[]>('GET', `/api/flags/${flagId}/usage?days=${days}`, { signal }),
    ...patience,
  });

/** Which applications report from an environment. */
export const environmentUsageQuery = (projectId: string, environmentId: string) =>
  queryOptions({
    queryKey: ['usage', 'environments', environmentId],
    queryFn: ({ signal }) =>
      call<EnvironmentUsage>('GET', `/api/projects/${projectId}/environments/${environmentId}/usage`, { signal }),
    ...patience,
  });

const FLAGS_AT_MOST = 1_000;

/**
 * When the flags of a project were last evaluated, how often and by which applications: as many flags as one request
 * returns, once per visit.
 * @param environmentId when omitted, all environments together
 */
export const projectUsageQuery = (projectId: string, environmentId?: string) =>
  queryOptions({
    queryKey: ['usage', 'projects', projectId, environmentId],
    queryFn: ({ signal }) => {
      const environment = environmentId === undefined ? '' : `&environment=${environmentId}`;
      const path = `/api/projects/${projectId}/usage?limit=${FLAGS_AT_MOST}${environment}`;
      return call<FlagUsageSummary[]>('GET', path, { signal });
    },
    retry: patience.retry,
    staleTime: EVERY_MILLISECONDS,
  });
