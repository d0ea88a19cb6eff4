import { type AnyRoute, createRouter } from '@tanstack/react-router';
import { findOutBy } from './api/cut-changes.js';
import { createQueries } from './api/query-client.js';
import { ErrorPage } from './feedback/errors/error-page.js';
import { PageSkeleton } from './feedback/loading/page-skeleton.js';
import { returningTo } from './inside-route.js';
import { routes } from './routes.js';
import { forgetMe } from './session/last-me.js';

/** Pages that need no session, so no redirect to sign-in. */
const OPEN_PAGE = /^\/(sign-in|register|invitation|account-deleted|link\/[^/]+)$/;

/** The router, and the cache of the pages' data. */
export function createAppRouter() {
  const queries = createQueries(() => {
    // The page that is shown, or is about to be: one that the user leaves must not call back.
    const { pathname, href } = router.latestLocation;
    if (OPEN_PAGE.test(pathname)) return;
    void router.navigate({ to: '/sign-in', search: returningTo(href) }).then(() => {
      forgetMe();
      queries.clear();
    });
  });
  // Only the service knows whether a change without an answer was made.
  findOutBy((change) => void import('./live/tell-outcome.js').then(({ tellOutcome }) => tellOutcome(queries, change)));
  const router = createRouter({
    routeTree: routes,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingComponent: PageSkeleton,
    defaultErrorComponent: ErrorPage,
    // The state of one flag or project does not carry over to the next.
    defaultRemountDeps: ({ params }) => params,
    scrollRestoration: true,
  });
  // Loads the code of this page in parallel with the session, which the router waits for first.
  const byId: Readonly<Record<string, AnyRoute>> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation) as { routeId: string }[]) {
    const route = byId[routeId];
    if (route) void router.loadRouteChunk(route);
  }
  // A running change may not arrive if the page closes.
  window.addEventListener('beforeunload', (event) => {
    if (queries.isMutating({ predicate: ({ meta }) => !meta?.leaves }) > 0) event.preventDefault();
  });
  return { router, queries };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>['router'];
  }
}
