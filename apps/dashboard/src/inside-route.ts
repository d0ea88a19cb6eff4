import { createRoute, redirect } from '@tanstack/react-router';
import { asApiError } from './api/api-error.js';
import { projectQuery, projectsQuery } from './api/projects.js';
import { meQuery } from './api/session.js';
import { root } from './root-route.js';
import { confirmSession } from './session/confirm-session.js';
import { Shell } from './shell/shell.js';

/** An address in a project. */
const PROJECT_PATH = /^\/projects\/([0-9a-f-]{36})(?:\/|$)/i;

/** Signing in leads to the start page anyway. */
export const returningTo = (href: string) => (href === '/' ? {} : { back: href });

/** Routes that require a session. Others are sent to sign in, and back afterwards. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context, location }) => {
    const { queries } = context;
    // In parallel, or everything in the project would wait twice.
    const projectId = PROJECT_PATH.exec(location.pathname)?.[1];
    const readProject = () =>
      projectId ? queries.ensureQueryData(projectQuery(projectId)) : queries.ensureQueryData(projectsQuery);
    if (projectId) void readProject().catch(() => undefined);
    try {
      await confirmSession(queries.ensureQueryData(meQuery), readProject);
    } catch (error) {
      if (!asApiError(error).signedOut) throw error;
      throw redirect({ to: '/sign-in', search: returningTo(location.href) });
    }
    if (queries.getQueryData(meQuery.queryKey)?.email_verification === 'required')
      throw redirect({ to: '/link/$kind', params: { kind: 'verify' } });
  },
  component: Shell,
});
