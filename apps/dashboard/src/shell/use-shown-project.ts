import { useLocation, useParams } from '@tanstack/react-router';
import { useMe } from '../api/session.js';
import { lastProject } from '../session/last-project.js';

/** The project of the navigation: the open one, or in the inbox the last one. */
export function useShownProject(): string | undefined {
  const { projectId } = useParams({ strict: false });
  const { pathname } = useLocation();
  const { id } = useMe();
  return projectId ?? (pathname === '/inbox' ? lastProject(id) : undefined);
}
