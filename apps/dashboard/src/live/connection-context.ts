import { createContext, useContext } from 'react';
import { useSilentParts } from '../api/silent-parts.js';
import type { ConnectionState } from './connection-state.js';

export const Live = createContext<ConnectionState | undefined>(undefined);

/** The state of the open project's event stream; undefined outside of a project. An open one of a silent Burgee is not live. */
export function useConnectionState(): ConnectionState | undefined {
  const state = useContext(Live);
  const isSilent = useSilentParts().length > 0;
  return state === 'live' && isSilent ? 'silent' : state;
}
