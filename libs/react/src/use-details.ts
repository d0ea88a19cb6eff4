import type { EvaluationDetails, FlagType, FlagValue } from '@burgee/sdk';
import { evaluate } from '@burgee/sdk/evaluation';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useScope } from './burgee-provider.js';

const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

/** `next`, or the one before when it says the same: React compares by identity, and JSON is read anew each time. */
function useSteady<T>(): (next: T) => T {
  const last = useRef<T | undefined>(undefined);
  return useCallback((next: T): T => {
    if (last.current === undefined || !isSame(last.current, next)) last.current = next;
    return last.current;
  }, []);
}

/**
 * What `select` takes of a flag's evaluation. Renders again when that is another, and for no other flag.
 * While a server renders, and while a page is hydrated, it is what the bootstrap says.
 */
export function useSelected<T extends FlagValue, S>(
  key: string,
  defaultValue: T,
  type: FlagType | undefined,
  select: (details: EvaluationDetails<T>) => S,
): S {
  const { client, bootstrap, isTest } = useScope();
  const steady = useSteady<S>();
  const subscribe = useCallback(
    (changed: () => void) => {
      const stops = [
        client.on(`change:${key}`, changed),
        client.on('ready', changed),
        client.on('error', changed),
        client.on('recovered', changed),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [client, key],
  );
  const now = (): S => steady(select(client.details(key as never, defaultValue, type)));
  const onServer = (): S =>
    steady(
      select(
        bootstrap
          ? evaluate(bootstrap.flags, key, defaultValue, bootstrap.context, type)
          : { value: defaultValue, reason: 'ERROR', errorCode: 'PROVIDER_NOT_READY', errorMessage: NOT_BOOTSTRAPPED },
      ),
    );
  return useSyncExternalStore(subscribe, now, isTest ? now : onServer);
}

const NOT_BOOTSTRAPPED = 'Rendered on a server without a bootstrap that can be read.';

export const valueOf = <T>({ value }: EvaluationDetails<T>): T => value;
export const itself = <T>(details: T): T => details;
