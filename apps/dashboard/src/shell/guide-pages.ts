import type { RegisteredRouter } from '@tanstack/react-router';

type Address = keyof RegisteredRouter['routesByPath'];
/** Without those for unknown addresses, and each address once. */
type Screen = Exclude<Address, `${string}$` | `/${string}/`>;

/** The page of the guide for each screen, as docs/guides/README.md lists them. */
export const GUIDE_PAGES: Record<Screen, string> = {
  '/': 'guides/settings',
  '/projects': 'guides/settings',
  '/projects/new': 'guides/settings',
  '/projects/$projectId': 'guides/flags',
  '/projects/$projectId/home': 'guides',
  '/projects/$projectId/flags': 'guides/flags',
  '/projects/$projectId/flags/$flagId': 'guides/flags',
  '/projects/$projectId/who': 'guides/test-a-user',
  '/projects/$projectId/history': 'guides/audit',
  '/projects/$projectId/as-it-was': 'guides/undo',
  '/projects/$projectId/environments': 'guides/environments',
  '/projects/$projectId/compare': 'guides/promote',
  '/projects/$projectId/schedules': 'guides/schedules',
  '/projects/$projectId/requests': 'guides/approvals',
  '/projects/$projectId/connect': 'guides/connect',
  '/projects/$projectId/people': 'guides/people',
  '/projects/$projectId/invite': 'guides/people',
  '/projects/$projectId/usage': 'guides/usage',
  '/projects/$projectId/settings': 'guides/settings',
  '/account': 'guides/account',
  '/account-deleted': 'guides/account',
  '/inbox': 'guides/account#inbox',
  '/sign-in': 'guides/account',
  '/register': 'guides/account',
  '/invitation': 'guides/people',
  '/link/$kind': 'guides/account',
  '/operations': 'operate/operations',
  '/administration': 'operate/accounts',
  '/administration/accounts/$userId': 'operate/accounts',
  '/administration/projects': 'operate/accounts',
  '/administration/tokens': 'guides/tokens',
  '/administration/registration': 'operate/accounts',
  '/administration/providers': 'guides/single-sign-on',
};

const ADDRESSES: Readonly<Record<string, string>> = GUIDE_PAGES;

/** The address in the guide for a route; of its index for a route that is no screen. */
export const guideAddress = (route = ''): string =>
  `/guide/${ADDRESSES[route.length > 1 ? route.replace(/\/$/, '') : route] ?? ''}`;
