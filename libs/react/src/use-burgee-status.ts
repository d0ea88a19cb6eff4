import type { ClientStatus } from '@burgee/sdk';
import { useCallback, useSyncExternalStore } from 'react';
import { useScope } from './burgee-provider.js';

/** Until flags arrive: `ready` with a bootstrap, `starting` without, as on the server. */
export function useBurgeeStatus(): ClientStatus {
  const { client, bootstrap } = useScope();
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = (['ready', 'stale', 'recovered', 'error'] as const).map((event) => client.on(event, changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [client],
  );
  return useSyncExternalStore(
    subscribe,
    () => (bootstrap && client.status === 'starting' ? 'ready' : client.status),
    () => (bootstrap ? 'ready' : 'starting'),
  );
}
