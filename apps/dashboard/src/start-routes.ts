import { createRoute, redirect } from '@tanstack/react-router';
import { projectsQuery } from './api/projects.js';
import { meQuery } from './api/session.js';
import { inside } from './inside-route.js';
import { screen } from './root-route.js';
import { lastProject } from './session/last-project.js';

const projectList = screen(() => import('./screens/projects/projects-screen.js'), 'ProjectsScreen');
/** Leads to the project that this account opened last. */
const start = createRoute({
  getParentRoute: () => inside,
  path: '/',
  loader: async ({ context: { queries } }) => {
    const projects = await queries.ensureQueryData(projectsQuery);
    const projectId = lastProject(queries.getQueryData(meQuery.queryKey)?.id);
    if (projectId !== undefined && projects.some(({ id }) => id === projectId))
      throw redirect({ to: '/projects/$projectId/home', params: { projectId }, replace: true });
  },
  component: projectList,
});
const projects = createRoute({
  getParentRoute: () => inside,
  path: '/projects',
  loader: ({ context }) => context.queries.ensureQueryData(projectsQuery),
  component: projectList,
});
const newProject = createRoute({
  getParentRoute: () => inside,
  path: '/projects/new',
  component: screen(() => import('./screens/new-project/new-project-screen.js'), 'NewProjectScreen'),
});

/** The start page, and the lists that lead to a project. */
export const startRoutes = [start, projects, newProject] as const;
