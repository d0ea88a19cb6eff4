import { createRoute, redirect } from '@tanstack/react-router';
import { administrationRoutes } from './administration-routes.js';
import { auditQuery } from './api/audit.js';
import { archivedFlagsQuery, flagQuery, flagsQuery } from './api/flags.js';
import { homeQuery } from './api/home.js';
import { membersQuery } from './api/members.js';
import { projectQuery } from './api/projects.js';
import { sessionsQuery } from './api/session.js';
import { NotFoundPage } from './feedback/errors/not-found-page.js';
import { inside } from './inside-route.js';
import { LiveProject } from './live/live-project.js';
import { outsideRoutes } from './outside-routes.js';
import { root, screen } from './root-route.js';
import { startRoutes } from './start-routes.js';
import { parseCompareSearch } from './screens/compare/compare-search.js';
import { parseFlagPageSearch } from './screens/flag/flag-page-search.js';
import { parseFlagSearch } from './screens/flags/filters/flag-search.js';
import { parseHistorySearch, toFilter } from './screens/history/history-search.js';
import { parsePastSearch } from './screens/past/past-search.js';
import { parseUsageSearch } from './screens/usage/usage-search.js';
import { parseEvaluateSearch } from './screens/evaluate/evaluate-search.js';

const project = createRoute({
  getParentRoute: () => inside,
  path: '/projects/$projectId',
  loader: ({ context, params }) => context.queries.ensureQueryData(projectQuery(params.projectId)),
  component: LiveProject,
});
const projectStart = createRoute({
  getParentRoute: () => project,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/projects/$projectId/flags', params, replace: true });
  },
});
const home = createRoute({
  getParentRoute: () => project,
  path: 'home',
  // Starts loading together with the code of the screen, which shows each part when it is there.
  loader: ({ context: { queries }, params: { projectId } }) => {
    void queries.prefetchQuery(homeQuery(projectId));
    void queries.prefetchQuery(flagsQuery(projectId));
  },
  component: screen(() => import('./screens/home/home-screen.js'), 'HomeScreen'),
});
const flags = createRoute({
  getParentRoute: () => project,
  path: 'flags',
  validateSearch: parseFlagSearch,
  beforeLoad: async ({ context: { queries }, params, search: { view } }) => {
    if (view === undefined) return;
    const { searchOfSharedView } = await import('./screens/flags/views/open-shared-view.js');
    const search = await searchOfSharedView(queries, params.projectId, view);
    throw redirect({ to: '/projects/$projectId/flags', params, search, replace: true });
  },
  loaderDeps: ({ search: { archived } }) => ({ archived }),
  loader: ({ context, params, deps }) =>
    context.queries.ensureQueryData((deps.archived ? archivedFlagsQuery : flagsQuery)(params.projectId)),
  component: screen(() => import('./screens/flags/flags-screen.js'), 'FlagsScreen'),
});
const connect = createRoute({
  getParentRoute: () => project,
  path: 'connect',
  loader: ({ context, params }) => context.queries.ensureQueryData(flagsQuery(params.projectId)),
  component: screen(() => import('./screens/connect/connect-screen.js'), 'ConnectScreen'),
});
const flag = createRoute({
  getParentRoute: () => project,
  path: 'flags/$flagId',
  validateSearch: parseFlagPageSearch,
  loader: ({ context, params }) => context.queries.ensureQueryData(flagQuery(params.flagId)),
  component: screen(() => import('./screens/flag/flag-screen.js'), 'FlagScreen'),
});
const environments = createRoute({
  getParentRoute: () => project,
  path: 'environments',
  component: screen(() => import('./screens/environments/environments-screen.js'), 'EnvironmentsScreen'),
});
const requests = createRoute({
  getParentRoute: () => project,
  path: 'requests',
  component: screen(() => import('./screens/requests/requests-screen.js'), 'RequestsScreen'),
});
const compare = createRoute({
  getParentRoute: () => project,
  path: 'compare',
  validateSearch: parseCompareSearch,
  component: screen(() => import('./screens/compare/compare-screen.js'), 'CompareScreen'),
});
const schedules = createRoute({
  getParentRoute: () => project,
  path: 'schedules',
  component: screen(() => import('./screens/schedules/schedules-screen.js'), 'SchedulesScreen'),
});
const people = createRoute({
  getParentRoute: () => project,
  path: 'people',
  loader: ({ context, params }) => context.queries.ensureInfiniteQueryData(membersQuery(params.projectId)),
  component: screen(() => import('./screens/people/people-screen.js'), 'PeopleScreen'),
});
const invite = createRoute({
  getParentRoute: () => project,
  path: 'invite',
  component: screen(() => import('./screens/invite/invite-screen.js'), 'InviteScreen'),
});
const who = createRoute({
  getParentRoute: () => project,
  path: 'who',
  validateSearch: parseEvaluateSearch,
  loaderDeps: ({ search: { flag } }) => ({ flag }),
  loader: async ({ context: { queries }, params, deps }) => {
    const flags = await queries.ensureQueryData(flagsQuery(params.projectId));
    const shown = deps.flag === undefined ? flags[0] : flags.find(({ id }) => id === deps.flag);
    if (shown) await queries.ensureQueryData(flagQuery(shown.id));
  },
  component: screen(() => import('./screens/evaluate/evaluate-screen.js'), 'EvaluateScreen'),
});
const history = createRoute({
  getParentRoute: () => project,
  path: 'history',
  validateSearch: parseHistorySearch,
  // Starts loading together with the code of the screen, which shows the result and knows how to search.
  loader: ({ context, params: { projectId }, location }) => {
    const search = parseHistorySearch(location.search);
    if (search.q === undefined) void context.queries.prefetchInfiniteQuery(auditQuery(projectId, toFilter(search)));
  },
  component: screen(() => import('./screens/history/history-screen.js'), 'HistoryScreen'),
});
const past = createRoute({
  getParentRoute: () => project,
  path: 'as-it-was',
  validateSearch: parsePastSearch,
  component: screen(() => import('./screens/past/past-screen.js'), 'PastScreen'),
});
const settings = createRoute({
  getParentRoute: () => project,
  path: 'settings',
  component: screen(() => import('./screens/settings/settings-screen.js'), 'SettingsScreen'),
});
const usage = createRoute({
  getParentRoute: () => project,
  path: 'usage',
  validateSearch: parseUsageSearch,
  component: screen(() => import('./screens/usage/usage-screen.js'), 'UsageScreen'),
});
const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  loader: ({ context }) => context.queries.ensureQueryData(sessionsQuery),
  component: screen(() => import('./screens/account/account-screen.js'), 'AccountScreen'),
});

const operations = createRoute({
  getParentRoute: () => inside,
  path: '/operations',
  component: screen(() => import('./screens/operations/operations-screen.js'), 'OperationsScreen'),
});

const notices = createRoute({
  getParentRoute: () => inside,
  path: '/inbox',
  component: screen(() => import('./screens/notices/notices-screen.js'), 'NoticesScreen'),
});

/** Any other address, with the navigation around it. */
const unknown = createRoute({ getParentRoute: () => inside, path: '$', component: () => <NotFoundPage /> });
const unknownInProject = createRoute({ getParentRoute: () => project, path: '$', component: () => <NotFoundPage /> });

/** All addresses. */
export const routes = root.addChildren([
  ...outsideRoutes,
  inside.addChildren([
    ...startRoutes,
    account,
    operations,
    administrationRoutes,
    notices,
    unknown,
    project.addChildren([
      projectStart,
      home,
      flags,
      flag,
      who,
      history,
      past,
      environments,
      compare,
      schedules,
      requests,
      connect,
      people,
      invite,
      usage,
      settings,
      unknownInProject,
    ]),
  ]),
]);
