import { createContext, useContext } from 'react';
import type { FeedState } from './feed-state.js';

export const Live = createContext<FeedState | undefined>(undefined);

/** How the open project's connection is; none is open outside of a project. */
export const useFeedState = () => useContext(Live);
