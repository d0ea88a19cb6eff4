import type { ClientStatus, EvaluationContext } from '@burgee/sdk';
import { useCallback, useSyncExternalStore } from 'react';
import { useScope } from './burgee-provider.js';

export interface ContextMutation {
  /** Replaces the context, or makes the next of the present one. Flags are those of the new one when it returns. */
  readonly setContext: (context: EvaluationContext | ((current: EvaluationContext) => EvaluationContext)) => void;
}

export function useContextMutator(): ContextMutation {
  const { client } = useScope();
  const setContext = useCallback<ContextMutation['setContext']>(
    (context) => client.setContext(typeof context === 'function' ? context(client.context) : context),
    [client],
  );
  return { setContext };
}

/** `ready` on a server with a bootstrap, `starting` without. */
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
    () => client.status,
    () => (bootstrap ? 'ready' : 'starting'),
  );
}
