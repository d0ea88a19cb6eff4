import {
  IconChartBar,
  IconClockPlay,
  IconFlag3,
  IconGitPullRequest,
  IconHistory,
  IconHome,
  IconPlugConnected,
  IconServer2,
  IconSettings,
  IconShieldLock,
  IconStack2,
  IconUserQuestion,
  IconUsers,
} from '@tabler/icons-react';
import { texts } from './texts.js';

export const SCHEDULES_PAGE = '/projects/$projectId/schedules';

/** The pages of a project, for the navigation and the palette. */
export const PROJECT_PAGES = [
  { to: '/projects/$projectId/home', label: texts.pages.home, icon: IconHome },
  { to: '/projects/$projectId/flags', label: texts.pages.flags, icon: IconFlag3 },
  { to: '/projects/$projectId/who', label: texts.pages.who, icon: IconUserQuestion },
  { to: SCHEDULES_PAGE, label: texts.pages.schedules, icon: IconClockPlay },
  { to: '/projects/$projectId/history', label: texts.pages.history, icon: IconHistory },
  { to: '/projects/$projectId/environments', label: texts.pages.environments, icon: IconStack2 },
  { to: '/projects/$projectId/usage', label: texts.pages.usage, icon: IconChartBar },
  { to: '/projects/$projectId/connect', label: texts.pages.connect, icon: IconPlugConnected },
  { to: '/projects/$projectId/people', label: texts.pages.people, icon: IconUsers },
  { to: '/projects/$projectId/settings', label: texts.pages.settings, icon: IconSettings },
] as const;

/** The queue of change requests, for projects in which an environment requires approvals. */
export const REQUESTS_PAGE = {
  to: '/projects/$projectId/requests',
  label: texts.pages.requests,
  icon: IconGitPullRequest,
} as const;

/** The state of the instance, for its owners. */
export const OPERATIONS_PAGE = { to: '/operations', label: texts.pages.operations, icon: IconServer2 } as const;

/** Accounts, projects and registration, for administrators. */
export const ADMINISTRATION_PAGE = {
  to: '/administration',
  label: texts.pages.administration,
  icon: IconShieldLock,
} as const;

/** The pages of a project that the user can open: change requests next to schedules. */
export const pagesOf = (environments: readonly { approvals: number }[]) =>
  environments.some(({ approvals }) => approvals > 0)
    ? PROJECT_PAGES.flatMap((page) => (page.label === texts.pages.schedules ? [page, REQUESTS_PAGE] : [page]))
    : PROJECT_PAGES;
