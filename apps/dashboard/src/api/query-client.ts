import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { asApiError } from './api-error.js';
import { refreshAudit } from './audit.js';

const RETRIES = 3;

// A switch shows its new state in the frame of the click, not after a timer.
notifyManager.setScheduler(queueMicrotask);

/** The cache of the API's answers. `onSignedOut` is called after a 401. */
export function createQueries(onSignedOut: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (asApiError(error).signedOut) onSignedOut();
  };
  /** Errors after the last retry. A query that waits for another one passes them on, and would retry them again. */
  const last = new WeakSet<Error>();
  const mayRetry = (failures: number, error: Error) => {
    if (!asApiError(error).passing || last.has(error)) return false;
    if (failures < RETRIES) return true;
    last.add(error);
    return false;
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({
      onSuccess: () => void refreshAudit(queries),
      onError: (error, _input, _context, mutation) => {
        if (!mutation.meta?.signsIn) watch(error);
      },
    }),
    defaultOptions: {
      queries: {
        // The service may be on this machine, so being offline does not mean that it is unreachable.
        networkMode: 'always',
        staleTime: 10_000,
        retry: mayRetry,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return queries;
}

/** Repeats the reads that failed and may succeed by now. @returns whether any read is under way; a hidden page pauses */
export function readAgain(queries: QueryClient): boolean {
  void queries.refetchQueries(
    { predicate: ({ state }) => state.status === 'error' && asApiError(state.error).passing },
    { cancelRefetch: false },
  );
  return queries.getQueryCache().findAll({ predicate: ({ state }) => state.fetchStatus !== 'idle' }).length > 0;
}
