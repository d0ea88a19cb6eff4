import { createContext, useContext } from 'react';
import type { ConnectionState } from './connection-state.js';

export const Live = createContext<ConnectionState | undefined>(undefined);

/** The state of the open project's event stream; undefined outside of a project. */
export const useConnectionState = () => useContext(Live);
