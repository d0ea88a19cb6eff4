import { Outlet, useParams } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import type { FeedState } from './feed-state.js';
import { useLiveProject } from './use-live-project.js';

const Live = createContext<FeedState>('connecting');

/** How the open project's connection is. */
export const useFeedState = () => useContext(Live);

/** Everything inside a project follows it. */
export function LiveProject() {
  const { projectId } = useParams({ from: '/inside/projects/$projectId' });
  const state = useLiveProject(projectId);
  return (
    <Live value={state}>
      <Outlet />
    </Live>
  );
}
