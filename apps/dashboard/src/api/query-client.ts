import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { asApiError } from './api-error.js';
import { refreshAudit } from './audit.js';

const RETRIES = 3;

// A switch shows its new state in the frame it was clicked in, not after a timer.
notifyManager.setScheduler(queueMicrotask);

/** The cache of everything the API has said. `onSignedOut` is called when it answers that nobody is signed in. */
export function createQueries(onSignedOut: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (asApiError(error).status === 401) onSignedOut();
  };
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({
      onSuccess: () => void refreshAudit(queries),
      onError: (error, _input, _context, mutation) => {
        if (!mutation.meta?.signsIn) watch(error);
        // Whether it was done, only the service knows.
        if (asApiError(error).unclear) void queries.invalidateQueries();
      },
    }),
    defaultOptions: {
      queries: {
        // The address may be this very machine: only trying tells whether it can be reached.
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
