import type { EnvironmentConnection } from '@burgee/contracts/http';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.js';

const WAITING_MILLISECONDS = 1_000;
const WATCHING_MILLISECONDS = 10_000;

const connectionsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'connections'],
    queryFn: ({ signal }) => call<EnvironmentConnection[]>('GET', `/api/projects/${projectId}/connections`, { signal }),
  });

export const hasConnected = (connection: EnvironmentConnection | undefined) =>
  connection !== undefined && (connection.last_seen_at !== null || connection.streams > 0);

/** Whether an app has connected to an environment; polls every second until one has. */
export function useConnection(projectId: string, environmentId: string) {
  const { data, error } = useQuery({
    ...connectionsQuery(projectId),
    refetchInterval: ({ state }) => {
      const one = state.data?.find(({ environment_id }) => environment_id === environmentId);
      return hasConnected(one) ? WATCHING_MILLISECONDS : WAITING_MILLISECONDS;
    },
  });
  return { connection: data?.find(({ environment_id }) => environment_id === environmentId), error };
}
