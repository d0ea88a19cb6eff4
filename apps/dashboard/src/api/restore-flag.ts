import type { FlagView } from '@burgee/contracts/http';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.js';
import { flagsQuery } from './flags.js';

/** Refetches everything that shows flags, because flags may have appeared or changed. */
export const refetchFlags = (queries: QueryClient, projectId: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['projects', projectId, 'archived-flags'] }),
    queries.invalidateQueries({ queryKey: ['flags'] }),
    queries.invalidateQueries({ queryKey: flagsQuery(projectId).queryKey }),
  ]);

/** Restores a deleted flag. */
export async function restoreFlag(queries: QueryClient, projectId: string, flagId: string): Promise<void> {
  await call<FlagView>('POST', `/api/projects/${projectId}/flags/${flagId}/restore`);
  await refetchFlags(queries, projectId);
}
