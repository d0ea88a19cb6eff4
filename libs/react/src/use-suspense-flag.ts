import type { BurgeeClient, DefaultOf, FlagKey, Widened } from '@burgee/sdk';
import { useState, useSyncExternalStore } from 'react';
import { useScope } from './burgee-provider.js';
import { type FlagQuery, useFlag } from './flag-hooks.js';

const waiting = new WeakMap<BurgeeClient, { promise: Promise<void>; isOver: boolean }>();

/** One promise per client, so that React finds the same one when it retries. It resolves at the latest after the timeout of `ready`. */
function waitFor(client: BurgeeClient): { promise: Promise<void>; isOver: boolean } {
  const found = waiting.get(client);
  if (found) return found;
  const wait = { promise: Promise.resolve(), isOver: false };
  wait.promise = client.ready().then(() => {
    wait.isOver = true;
  });
  waiting.set(client, wait);
  return wait;
}

const never = (): (() => void) => () => undefined;

/**
 * Like useFlag, but the Suspense above shows its fallback until flags have arrived, for up to five seconds. It never
 * hides what a server rendered: on the server, while the page hydrates, and with a bootstrap it does not wait.
 */
export function useSuspenseFlag<T extends DefaultOf<K>, K extends FlagKey = FlagKey>(
  flagKey: K,
  defaultValue: T,
): FlagQuery<Widened<T>> {
  const { client, bootstrap } = useScope();
  const isRenderedByServer = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [mayWait] = useState(!isRenderedByServer);
  const query = useFlag(flagKey, defaultValue);
  if (mayWait && !bootstrap && client.status === 'starting' && client.snapshot().flags.length === 0) {
    const wait = waitFor(client);
    // How a component makes React wait, in 18 and in 19.
    if (!wait.isOver) throw wait.promise;
  }
  return query;
}
