import {
  IconFlag3,
  IconHistory,
  IconPlugConnected,
  IconSettings,
  IconStack2,
  IconUserQuestion,
  IconUsers,
} from '@tabler/icons-react';
import { texts } from './texts.js';

/** The pages of a project, for the navigation and the palette. */
export const PROJECT_PAGES = [
  { to: '/projects/$projectId/flags', label: texts.pages.flags, icon: IconFlag3 },
  { to: '/projects/$projectId/who', label: texts.pages.who, icon: IconUserQuestion },
  { to: '/projects/$projectId/history', label: texts.pages.history, icon: IconHistory },
  { to: '/projects/$projectId/environments', label: texts.pages.environments, icon: IconStack2 },
  { to: '/projects/$projectId/connect', label: texts.pages.connect, icon: IconPlugConnected },
  { to: '/projects/$projectId/people', label: texts.pages.people, icon: IconUsers },
  { to: '/projects/$projectId/settings', label: texts.pages.settings, icon: IconSettings },
] as const;
