import type { FlagValue } from '@burgee/sdk';
import { createTestClient } from '@burgee/sdk/testing';
import { createElement, type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Scope, ScopeContext } from '../burgee-provider.js';

/** The props of `BurgeeTestProvider`. */
export interface BurgeeTestProviderProps {
  /** Values by key. All other flags are unknown and have the default in the code. */
  readonly flagValueMap?: Readonly<Record<string, FlagValue>> | undefined;
  /** The components that use flags. */
  readonly children?: ReactNode;
}

/** A BurgeeProvider for tests. A new `flagValueMap` renders the components whose flags changed. */
export function BurgeeTestProvider({ flagValueMap = {}, children }: BurgeeTestProviderProps): ReactElement {
  const [client] = useState(() => createTestClient(flagValueMap));
  useEffect(() => {
    const known = client.all();
    for (const key of Object.keys(known)) if (!(key in flagValueMap)) client.restore(key);
    for (const [key, value] of Object.entries(flagValueMap))
      if (JSON.stringify(known[key]) !== JSON.stringify(value)) client.override(key, value);
  }, [client, flagValueMap]);
  const scope = useMemo((): Scope => ({ client, bootstrap: undefined, isTest: true }), [client]);
  return createElement(ScopeContext.Provider, { value: scope }, children);
}
