import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isGone } from '../api/api-error.js';
import { projectQuery, projectsQuery } from '../api/projects.js';
import { useMe } from '../api/session.js';
import { NotFoundPage } from '../feedback/errors/not-found-page.js';
import { noteLastProject } from '../session/last-project.js';
import { Live } from './connection-context.js';
import { MissingEntries } from './missing-entries.js';
import { useLiveProject } from './use-live-project.js';
import { texts } from './texts.js';

/** Keeps all pages of a project up to date, as long as the user may see it. */
export function LiveProject() {
  const { projectId } = useParams({ from: '/inside/projects/$projectId' });
  const state = useLiveProject(projectId);
  const { data: project, error } = useQuery(projectQuery(projectId));
  const userId = useMe().id;
  const isOpen = project !== undefined && !error;
  useEffect(() => {
    if (isOpen) noteLastProject(userId, projectId);
  }, [isOpen, userId, projectId]);
  if (project && isGone(error)) return <Closed name={project.name} />;
  return (
    <Live value={state}>
      {project && <MissingEntries project={project} />}
      <Outlet />
    </Live>
  );
}

function Closed({ name }: { name: string }) {
  const queries = useQueryClient();
  useEffect(() => void queries.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true }), [queries]);
  return (
    <div role="alert">
      <NotFoundPage title={texts.noAccess(name)} />
    </div>
  );
}
