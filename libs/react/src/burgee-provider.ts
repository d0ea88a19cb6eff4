import type { BurgeeClient, Flag } from '@burgee/sdk';
import { createContext, createElement, type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import { type Bootstrap, type BootstrapFlags, readBootstrap } from './bootstrap.js';

export interface Scope {
  readonly client: BurgeeClient;
  readonly bootstrap: BootstrapFlags | undefined;
  /** In tests: a server renders the client's values. */
  readonly isTest?: boolean;
}

export const ScopeContext = createContext<Scope | undefined>(undefined);

/** The props of `BurgeeProvider`. */
export interface BurgeeProviderProps {
  /** The client whose flags the hooks below use. */
  readonly client: BurgeeClient;
  /**
   * The flags that the server rendered with; the same on the server and in the page, where they stay until the client has
   * flags. Without a valid bootstrap a server renders defaults, and so does the page until it is hydrated. Plain rows have
   * no context.
   */
  readonly bootstrap?: Bootstrap | readonly Flag[] | undefined;
  /** The components that use flags. */
  readonly children?: ReactNode;
}

/** Passes the flags of a client to the hooks below it. It neither opens nor closes the client. */
export function BurgeeProvider({ client, bootstrap, children }: BurgeeProviderProps): ReactElement {
  const scope = useMemo((): Scope => ({ client, bootstrap: readBootstrap(bootstrap) }), [client, bootstrap]);
  return createElement(ScopeContext.Provider, { value: scope }, children);
}

/** @throws outside of a BurgeeProvider, where a flag would silently have its default for ever */
export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error('Flags are used outside of <BurgeeProvider client={…}>: put it around your application.');
  return scope;
}

/** The client of the provider above. */
export function useBurgeeClient(): BurgeeClient {
  return useScope().client;
}
