import type { EvaluationDetails, FlagType } from '@burgee/sdk';
import { evaluate } from '@burgee/sdk/evaluation';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useScope } from './burgee-provider.js';
import { hasFlags } from './has-flags.js';

const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** `next`, or the value before if both are equal: React compares by identity, and each evaluation parses JSON again. */
function useSteady<T>(): (next: T) => T {
  const last = useRef<T | undefined>(undefined);
  return useCallback((next: T): T => {
    if (last.current === undefined || !isSame(last.current, next)) last.current = next;
    return last.current;
  }, []);
}

/**
 * A value that follows the client. Renders again only when it changes.
 * @param change the event that may change it; so may what concerns all flags
 * @param onServer the value while a server renders, and while a page is hydrated; with a bootstrap until flags arrive
 */
export function useFollowed<S>(change: 'change' | `change:${string}`, now: () => S, onServer: () => S): S {
  const { client, bootstrap, isTest } = useScope();
  const steady = useSteady<S>();
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = ([change, 'ready', 'error', 'recovered'] as const).map((event) => client.on(event, changed));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [client, change],
  );
  const snapshot = (): S => steady(bootstrap && !hasFlags(client) ? onServer() : now());
  return useSyncExternalStore(subscribe, snapshot, isTest ? snapshot : () => steady(onServer()));
}

/**
 * What `select` returns for a flag's evaluation. Renders again only when that changes.
 * While a server renders, and in the page until flags arrive, the bootstrap decides.
 */
export function useSelected<T, S>(
  key: string,
  defaultValue: T,
  type: FlagType | undefined,
  select: (details: EvaluationDetails<T>) => S,
): S {
  const { client, bootstrap } = useScope();
  const now = (): S => select(client.details(key, defaultValue, type) as EvaluationDetails<T>);
  const onServer = (): S =>
    select(
      bootstrap
        ? evaluate(bootstrap.flags, key, defaultValue, bootstrap.context, type)
        : { value: defaultValue, reason: 'ERROR', errorCode: 'PROVIDER_NOT_READY', errorMessage: NOT_BOOTSTRAPPED },
    );
  return useFollowed(`change:${key}`, now, onServer);
}

const NOT_BOOTSTRAPPED = 'Rendered on a server without a bootstrap that can be read.';

export const valueOf = <T>({ value }: EvaluationDetails<T>): T => value;
export const itself = <T>(details: T): T => details;
