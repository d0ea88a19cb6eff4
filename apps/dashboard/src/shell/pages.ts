import {
  IconFlag3,
  IconHistory,
  IconPlugConnected,
  IconSettings,
  IconStack2,
  IconUserQuestion,
  IconUsers,
} from '@tabler/icons-react';

/** The pages of a project, for the navigation and the palette. */
export const PROJECT_PAGES = [
  { to: '/projects/$projectId/flags', label: 'Flags', icon: IconFlag3 },
  { to: '/projects/$projectId/who', label: 'Who sees this', icon: IconUserQuestion },
  { to: '/projects/$projectId/history', label: 'History', icon: IconHistory },
  { to: '/projects/$projectId/environments', label: 'Environments', icon: IconStack2 },
  { to: '/projects/$projectId/connect', label: 'Connect an app', icon: IconPlugConnected },
  { to: '/projects/$projectId/people', label: 'People', icon: IconUsers },
  { to: '/projects/$projectId/settings', label: 'Settings', icon: IconSettings },
] as const;
