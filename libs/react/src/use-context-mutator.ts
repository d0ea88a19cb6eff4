import type { EvaluationContext } from '@burgee/sdk';
import { useCallback } from 'react';
import { useScope } from './burgee-provider.js';

/** The functions that `useContextMutator` returns. */
export interface ContextMutation {
  /** Replaces the context, or computes the next from the present one. Flags have changed when it returns. */
  readonly setContext: (context: EvaluationContext | ((current: EvaluationContext) => EvaluationContext)) => void;
}

/** Changes the context of the client; flags follow at once, without a request. */
export function useContextMutator(): ContextMutation {
  const { client } = useScope();
  const setContext = useCallback<ContextMutation['setContext']>(
    (context) => client.setContext(typeof context === 'function' ? context(client.context) : context),
    [client],
  );
  return { setContext };
}
