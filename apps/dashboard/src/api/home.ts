import type { HomeView } from '@burgee/contracts/http';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

const EVERY_MILLISECONDS = 30_000;

/** What waits for the user, the schedules of the week, and which apps connect. */
export const homeQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'home'],
    queryFn: ({ signal }) => call<HomeView>('GET', `/api/projects/${projectId}/home`, { signal }),
    // The stream announces no connections.
    refetchInterval: ({ state }) => (state.data ? EVERY_MILLISECONDS : false),
  });
