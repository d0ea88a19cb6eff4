import type { DeadLettersView } from '@burgee/contracts/http';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.js';

const LOOK_AGAIN_MILLISECONDS = 30_000;

/** How many changes have not reached the history; only owners may ask. */
export const useDeadLetters = (projectId: string, mayAsk: boolean) =>
  useQuery({
    queryKey: ['projects', projectId, 'dead-letters'],
    queryFn: ({ signal }) => call<DeadLettersView>('GET', `/api/projects/${projectId}/dead-letters`, { signal }),
    enabled: mayAsk,
    refetchInterval: LOOK_AGAIN_MILLISECONDS,
  });
