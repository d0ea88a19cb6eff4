import { IconFlag3, IconPlugConnected, IconStack2 } from '@tabler/icons-react';

/** The pages of a project, as the navigation and the palette list them. A page stands here once it exists. */
export const PROJECT_PAGES = [
  { to: '/projects/$projectId/flags', label: 'Flags', icon: IconFlag3 },
  { to: '/projects/$projectId/environments', label: 'Environments', icon: IconStack2 },
  { to: '/projects/$projectId/connect', label: 'Connect an app', icon: IconPlugConnected },
] as const;
