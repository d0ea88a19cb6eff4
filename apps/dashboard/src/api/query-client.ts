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
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({
      onSuccess: () => void refreshAudit(queries),
      onError: (error, _input, _context, mutation) => {
        if (!mutation.meta?.signsIn) watch(error);
        // Only the service knows whether the change was made.
        if (asApiError(error).unclear) void queries.invalidateQueries();
      },
    }),
    defaultOptions: {
      queries: {
        // The service may be on this machine, so being offline does not mean that it is unreachable.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => asApiError(error).passing && failures < RETRIES,
        retryDelay: (failures) => Math.min(500 * 2 ** failures, 5_000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return queries;
}
