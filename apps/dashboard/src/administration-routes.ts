import { createRoute } from '@tanstack/react-router';
import { inside } from './inside-route.js';
import { screen } from './root-route.js';
import { parseAccountSearch } from './screens/administration/account-search.js';

const load = () => import('./screens/administration/screens.js');

const administration = createRoute({
  getParentRoute: () => inside,
  path: '/administration',
  component: screen(load, 'AdministratorsOnly'),
});
const accounts = createRoute({
  getParentRoute: () => administration,
  path: '/',
  validateSearch: parseAccountSearch,
  component: screen(load, 'AccountsScreen'),
});
const oneAccount = createRoute({
  getParentRoute: () => administration,
  path: 'accounts/$userId',
  component: screen(load, 'OneAccountScreen'),
});
const allProjects = createRoute({
  getParentRoute: () => administration,
  path: 'projects',
  component: screen(load, 'AllProjectsScreen'),
});
const registration = createRoute({
  getParentRoute: () => administration,
  path: 'registration',
  component: screen(load, 'RegistrationScreen'),
});

const tokens = createRoute({
  getParentRoute: () => administration,
  path: 'tokens',
  component: screen(load, 'TokensScreen'),
});
const providers = createRoute({
  getParentRoute: () => administration,
  path: 'providers',
  component: screen(load, 'ProvidersScreen'),
});

/** The addresses of Administration. */
export const administrationRoutes = administration.addChildren([
  accounts,
  oneAccount,
  allProjects,
  tokens,
  registration,
  providers,
]);
