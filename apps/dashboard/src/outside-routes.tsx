import { createRoute } from '@tanstack/react-router';
import { root, screen } from './root-route.js';
import { safeReturn } from './session/safe-return.js';

/** Always returned, even if empty: the router keeps parameters that are not. */
const returning = (search: Record<string, unknown>): { back?: string } => ({ back: safeReturn(search.back) });

/** `problem` says why a provider has led back. */
const signingIn = (search: Record<string, unknown>): { back?: string; problem?: string } => ({
  ...returning(search),
  problem: typeof search.problem === 'string' ? search.problem : undefined,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signingIn,
  component: screen(() => import('./screens/sign-in/sign-in-screen.js'), 'SignInScreen'),
});
const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: returning,
  component: screen(() => import('./screens/register/register-screen.js'), 'RegisterScreen'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: screen(() => import('./screens/invitation/invitation-screen.js'), 'InvitationScreen'),
});

const link = createRoute({
  getParentRoute: () => root,
  path: '/link/$kind',
  component: screen(() => import('./screens/link/link-screen.js'), 'LinkScreen'),
});

const accountDeleted = createRoute({
  getParentRoute: () => root,
  path: '/account-deleted',
  component: screen(() => import('./screens/account/deleted-screen.js'), 'DeletedScreen'),
});

/** The addresses that need no session. */
export const outsideRoutes = [signIn, register, invitation, link, accountDeleted] as const;
